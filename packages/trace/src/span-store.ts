import type { Clock } from '@nimbo/kernel/clock'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import type { SpanSink } from './span.ts'
import { spanBatches } from './span-batches.ts'
import type { SpanReader, SpanTable } from './span-table.ts'

/** Stores and reads spans. */
export interface SpanStore extends SpanSink, SpanReader {
  /** Writes what waits and closes the table. */
  close(): Promise<void>
}

export interface SpanStoreOptions {
  readonly clock: Clock
  readonly log: Log
  /** How long spans are kept. */
  readonly keepMs: number
}

const pruneEveryMs = 60_000

/** Stores spans in a table in batches; reads include everything recorded before. */
export const spanStore = (table: SpanTable, { clock, log, keepMs }: SpanStoreOptions): SpanStore => {
  let prunedAt = 0

  const prune = async (): Promise<void> => {
    const now = clock.now()
    if (now - prunedAt < pruneEveryMs) return
    const before = prunedAt
    prunedAt = now
    try {
      // If more are too old, the next batch goes on.
      if (await table.forget(now - keepMs)) prunedAt = before
    } catch (error) {
      log.warn({ problem: messageOf(error) }, 'cannot delete old spans')
    }
  }
  const batches = spanBatches({
    clock,
    log,
    destination: 'the database',
    send: async (spans) => {
      await table.write(spans)
      await prune()
    },
  })

  return {
    record: batches.record,
    trace: async (traceId) => {
      await batches.flush()
      return table.trace(traceId)
    },
    about: async (resource, name) => {
      await batches.flush()
      return table.about(resource, name)
    },
    close: async () => {
      await batches.close()
      try {
        await table.close()
      } catch (error) {
        // What records the cloud must not make its end fail.
        log.warn({ problem: messageOf(error) }, 'the table of spans did not close')
      }
    },
  }
}
