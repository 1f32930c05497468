/** The worker thread that hashes images, so that the thread with the uploads is not blocked. */
import { parentPort } from 'node:worker_threads'
import { answerCalls } from '@nimbo/trace/thread/answer-calls'
import { type Digests, runningDigests } from './digests.ts'

interface Stream {
  /** Shared memory with the data to hash. */
  readonly memory: Buffer
  readonly digests: ReturnType<typeof runningDigests>
}

const streams = new Map<number, Stream>()

const hashing = {
  begin: async (id: number, memory: SharedArrayBuffer): Promise<void> => {
    streams.set(id, { memory: Buffer.from(memory), digests: runningDigests() })
  },
  update: async (id: number, offset: number, length: number): Promise<void> => {
    const stream = streams.get(id)
    if (!stream) throw new Error('the bytes of an image are hashed that nobody began')
    stream.digests.update(stream.memory.subarray(offset, offset + length))
  },
  end: async (id: number): Promise<Digests | undefined> => {
    const stream = streams.get(id)
    streams.delete(id)
    return stream?.digests.end()
  },
  close: async (): Promise<void> => {},
}

export type HashingThread = typeof hashing

if (parentPort) answerCalls(parentPort, hashing)
