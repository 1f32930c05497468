import type { Clock } from '@nimbo/kernel/clock'
import { withDeadline } from '@nimbo/kernel/deadline'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import type { Span, SpanSink } from './span.ts'

export interface SpanBatchesOptions {
  readonly clock: Clock
  readonly log: Log
  /** The destination's name for the log, such as `the collector`. */
  readonly destination: string
  /** Sends a batch; a failed one is lost and logged. */
  readonly send: (spans: readonly Span[]) => Promise<void>
}

export interface SpanBatches extends SpanSink {
  /** Sends what waits, and resolves when it is sent. */
  flush(): Promise<void>
  /** Sends what waits, but no longer than a few seconds, so that no destination holds up the end of a process; the rest is lost. */
  close(): Promise<void>
}

const sendEveryMs = 250
const batchSize = 200
const lastBatchesMs = 5_000
/** Beyond this the oldest batch is dropped, so that tracing never exhausts memory; one span at a time would each move all others. */
const mostWaiting = 20_000

/** Collects spans in an array, and sends them in batches, in order. */
export const spanBatches = ({ clock, log, destination, send }: SpanBatchesOptions): SpanBatches => {
  const waiting: Span[] = []
  /**
   * The number of spans that were sent or dropped, and the number at which sending pauses: later spans wait for the next batch.
   */
  let left = 0
  let due = 0
  let sending: Promise<void> | undefined
  let cancelTimer: (() => void) | undefined

  const sendDue = async (): Promise<void> => {
    while (left < due) {
      const batch = waiting.splice(0, batchSize)
      left += batch.length
      try {
        await send(batch)
      } catch (error) {
        log.warn({ spans: batch.length, problem: messageOf(error) }, `spans for ${destination} were lost`)
      }
    }
    sending = undefined
  }
  const flush = (): Promise<void> => {
    cancelTimer?.()
    cancelTimer = undefined
    due = left + waiting.length
    if (left < due) sending ??= sendDue()
    return sending ?? Promise.resolve()
  }

  return {
    record: (span) => {
      waiting.push(span)
      if (waiting.length > mostWaiting) left += waiting.splice(0, batchSize).length
      if (waiting.length >= batchSize) void flush()
      else cancelTimer ??= clock.after(sendEveryMs, () => void flush())
    },
    flush,
    close: async () => {
      try {
        await withDeadline(`sending the last spans to ${destination}`, lastBatchesMs, flush(), clock)
      } catch (error) {
        // The batch that is being sent is the last one.
        due = left
        log.warn({ problem: messageOf(error) }, 'the last spans are lost')
      }
    },
  }
}
