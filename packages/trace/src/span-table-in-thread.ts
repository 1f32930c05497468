import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import type { SpanTable } from './span-table.ts'
import { calledThread } from './thread/called-thread.ts'

export interface SpanTableInThreadOptions {
  /** The URL of a migrated database. */
  readonly url: string
  readonly clock: Clock
  readonly log: Log
}

const heapMib = 32

/** A span table in a worker thread: the calling thread only hands spans over. */
export const spanTableInThread = ({ url, clock, log }: SpanTableInThreadOptions): SpanTable => {
  const module = new URL('./span-table-thread.ts', import.meta.url)
  const thread = calledThread<SpanTable>({ name: 'spans', module, data: url, heapMib, clock, log })
  return {
    write: (spans) => thread.call('write', spans),
    forget: (before) => thread.call('forget', before),
    trace: (traceId) => thread.call('trace', traceId),
    about: (resource, name) => thread.call('about', resource, name),
    close: () => thread.close(),
  }
}
