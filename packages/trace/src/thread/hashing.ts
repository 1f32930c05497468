import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import { type CalledThread, calledThread } from './called-thread.ts'
import { type Algorithm, runningDigests } from './running-digests.ts'
import type { HashingThread } from './hashing-thread.ts'

/** Collects the bytes of one stream in pieces, and hashes each piece while the next is collected. */
export interface StreamHash {
  /** To be called before each `take`: a promise to wait for if the memory of a new piece is still being hashed. */
  readonly room: () => Promise<void> | undefined
  /** Copies as much as fits into the piece, and returns the rest. */
  readonly take: (bytes: Uint8Array) => Uint8Array
  readonly isFull: () => boolean
  /** Ends the piece and starts hashing it. Its memory is not overwritten until three more pieces have ended. */
  readonly piece: () => Uint8Array
  /** The digests of all the bytes, in hexadecimal, in the order of the algorithms. */
  readonly end: () => Promise<readonly string[]>
  /** Discards the state of an unfinished stream; does nothing after `end`. */
  readonly drop: () => void
}

/** Hashes streams of bytes: those of a single piece in this thread, longer ones in a worker thread. */
export interface Hashing {
  begin(algorithms: readonly Algorithm[]): StreamHash
  close(): Promise<void>
}

const pieceBytes = 512 * 1024
const pieces = 4
const heapMib = 16

type Thread = CalledThread<HashingThread>

export const hashing = ({ clock, log }: { readonly clock: Clock; readonly log: Log }): Hashing => {
  const module = new URL('./hashing-thread.ts', import.meta.url)
  const thread: Thread = calledThread({ name: 'hashes', module, data: null, heapMib, clock, log })
  let begun = 0
  return {
    begin: (algorithms) => {
      begun += 1
      return streamHash(thread, begun, algorithms)
    },
    close: () => thread.close(),
  }
}

/** Marks a rejection as handled: callers that await the promise still get it, and without one the process must not end. */
const unheard = <Result>(call: Promise<Result>): Promise<Result> => {
  call.catch(() => {})
  return call
}

const streamHash = (thread: Thread, id: number, algorithms: readonly Algorithm[]): StreamHash => {
  // Memory that this thread writes and the worker thread reads.
  const shared = new SharedArrayBuffer(pieces * pieceBytes)
  const memory = Buffer.from(shared)
  const hashed: (Promise<void> | undefined)[] = []
  const here = runningDigests(algorithms)
  let isThere = false
  let at = 0
  let filled = 0
  const hashThere = (): void => {
    if (!isThere) unheard(thread.call('begin', id, algorithms, shared))
    isThere = true
    hashed[at] = unheard(thread.call('update', id, at * pieceBytes, filled))
  }
  const drop = (): void => {
    if (isThere) unheard(thread.call('end', id))
    isThere = false
  }
  return {
    room: () => (filled === 0 ? hashed[at] : undefined),
    take: (bytes) => {
      const some = bytes.subarray(0, pieceBytes - filled)
      memory.set(some, at * pieceBytes + filled)
      filled += some.length
      return bytes.subarray(some.length)
    },
    isFull: () => filled === pieceBytes,
    piece: () => {
      const piece = memory.subarray(at * pieceBytes, at * pieceBytes + filled)
      // A piece that is not full is the last; if it is also the first, it is hashed in this thread.
      if (isThere || filled === pieceBytes) hashThere()
      else here.update(piece)
      at = (at + 1) % pieces
      filled = 0
      return piece
    },
    end: async () => {
      if (!isThere) return here.end()
      await Promise.all(hashed)
      const digests = await thread.call('end', id)
      isThere = false
      if (!digests) throw new Error('the thread that hashes began anew in the midst of a stream')
      return digests
    },
    drop,
  }
}
