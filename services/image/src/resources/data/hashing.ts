import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import { type CalledThread, calledThread } from '@nimbo/trace/thread/called-thread'
import { type Digests, runningDigests } from './digests.ts'
import type { HashingThread } from './hashing-thread.ts'

/** Gathers the bytes of one image into pieces, and hashes each piece while the next is gathered. */
export interface ImageHash {
  /** A promise when a piece begins whose memory is still being read: only then may bytes be taken. */
  readonly room: () => Promise<void> | undefined
  /** Takes what there is room for in the piece, and gives the rest. */
  readonly take: (bytes: Uint8Array) => Uint8Array
  readonly isFull: () => boolean
  /** Ends the piece and has it hashed: its bytes stay as they are until three more have ended. */
  readonly piece: () => Uint8Array
  /** What all of it hashes to. */
  readonly end: () => Promise<Digests>
  /** Forgets what was begun; after the end there is nothing to forget. */
  readonly drop: () => void
}

/** Hashes images: those of one piece here, longer ones in a thread of its own. */
export interface Hashing {
  begin(): ImageHash
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
    begin: () => {
      begun += 1
      return imageHash(thread, begun)
    },
    close: () => thread.close(),
  }
}

/** Whoever waits for it is told how it ended; that nobody does any more is no reason for the process to end. */
const unheard = <Result>(call: Promise<Result>): Promise<Result> => {
  call.catch(() => {})
  return call
}

const imageHash = (thread: Thread, id: number): ImageHash => {
  // Memory that this thread fills, and the other reads as it is.
  const shared = new SharedArrayBuffer(pieces * pieceBytes)
  const memory = Buffer.from(shared)
  const hashed: (Promise<void> | undefined)[] = []
  const here = runningDigests()
  let isThere = false
  let at = 0
  let filled = 0
  const hashThere = (): void => {
    if (!isThere) unheard(thread.call('begin', id, shared))
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
      // What is shorter than a piece is the last of an image, and of a short one all.
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
      if (!digests) throw new Error('the thread that hashes images began anew in the midst of one')
      return digests
    },
    drop,
  }
}
