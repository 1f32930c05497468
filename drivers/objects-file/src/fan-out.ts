import { PassThrough, type Readable } from 'node:stream'
import { once } from 'node:events'

type Write = (data: Readable) => Promise<void>

interface Sink {
  readonly pipe: PassThrough
  /** Resolves when the writer has finished, successfully or not. */
  readonly ended: Promise<PromiseSettledResult<void>>
  hasEnded: boolean
}

const sinkOf = (write: Write): Sink => {
  const pipe = new PassThrough()
  const ended = Promise.allSettled([write(pipe)]).then(([result]) => {
    sink.hasEnded = true
    pipe.destroy()
    return result
  })
  const sink: Sink = { pipe, ended, hasEnded: false }
  pipe.on('error', () => {})
  return sink
}

const pass = async ({ pipe, ended, hasEnded }: Sink, bytes: Uint8Array): Promise<void> => {
  if (hasEnded || pipe.write(bytes)) return
  const drained = once(pipe, 'drain').catch(() => undefined)
  await Promise.race([drained, ended])
}

/**
 * Passes all of `data` to every writer and returns the outcome of each. Reading waits for the slowest writer, so none gets far
 * ahead of the others. A writer that fails does not affect the others. Rejects when `data` itself fails.
 */
export const fanOut = async (
  data: Readable,
  writers: readonly Write[],
): Promise<readonly PromiseSettledResult<void>[]> => {
  const sinks = writers.map(sinkOf)
  try {
    for await (const bytes of data as AsyncIterable<Uint8Array>) {
      // Copied, because writers may hold several chunks, and the source reuses their memory.
      const copy = Buffer.from(bytes)
      await Promise.all(sinks.map((sink) => pass(sink, copy)))
      if (sinks.every(({ hasEnded }) => hasEnded)) break
    }
  } catch (error) {
    for (const { pipe } of sinks) pipe.destroy(error instanceof Error ? error : new Error(String(error)))
    await Promise.all(sinks.map(({ ended }) => ended))
    throw error
  }
  for (const { pipe } of sinks) pipe.end()
  return Promise.all(sinks.map(({ ended }) => ended))
}
