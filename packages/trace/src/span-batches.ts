import type { Clock } from '@nimbo/kernel/clock'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import type { Span, SpanSink } from './span.ts'

export interface SpanBatchesOptions {
  readonly clock: Clock
  readonly log: Log
  /** Where they go, for the log: `the collector`. */
  readonly destination: string
  /** Hands a batch on; one that fails is lost, and said to be. */
  readonly send: (spans: readonly Span[]) => Promise<void>
}

export interface SpanBatches extends SpanSink {
  /** Sends what waits and resolves when it is gone. */
  flush(): Promise<void>
}

const sendEveryMs = 250
const batchSize = 200
/** Past this the oldest spans that wait are dropped: watching must never fill the memory of what is watched. */
const mostWaiting = 20_000

/** Gathers spans, so that recording one costs an array slot, and sends them a batch at a time, in order. */
export const spanBatches = ({ clock, log, destination, send }: SpanBatchesOptions): SpanBatches => {
  const waiting: Span[] = []
  /** How many spans have left, and how many shall have before sending rests: those that came since wait to be a batch. */
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
      if (waiting.length > mostWaiting) {
        waiting.shift()
        left += 1
      }
      if (waiting.length >= batchSize) void flush()
      else cancelTimer ??= clock.after(sendEveryMs, () => void flush())
    },
    flush,
  }
}
