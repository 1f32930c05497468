/** The worker thread that hashes, so that the thread with the uploads is not blocked. */
import { parentPort } from 'node:worker_threads'
import { answerCalls } from './answer-calls.ts'
import { type Algorithm, runningDigests } from './running-digests.ts'

interface Stream {
  /** Shared memory with the data to hash. */
  readonly memory: Buffer
  readonly digests: ReturnType<typeof runningDigests>
}

const streams = new Map<number, Stream>()

const hashing = {
  begin: async (id: number, algorithms: readonly Algorithm[], memory: SharedArrayBuffer): Promise<void> => {
    streams.set(id, { memory: Buffer.from(memory), digests: runningDigests(algorithms) })
  },
  update: async (id: number, offset: number, length: number): Promise<void> => {
    const stream = streams.get(id)
    if (!stream) throw new Error('bytes are hashed of a stream that nobody began')
    stream.digests.update(stream.memory.subarray(offset, offset + length))
  },
  end: async (id: number): Promise<readonly string[] | undefined> => {
    const stream = streams.get(id)
    streams.delete(id)
    return stream?.digests.end()
  },
  close: async (): Promise<void> => {},
}

export type HashingThread = typeof hashing

if (parentPort) answerCalls(parentPort, hashing)
