import { hostname } from 'node:os'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import { otlpExporter } from '@nimbo/trace/otlp-exporter'
import type { SpanStore } from '@nimbo/trace/span-store'
import { teeSpans } from '@nimbo/trace/tee-spans'

interface Parts {
  readonly store: SpanStore
  /** `[trace] otlp_endpoint`. */
  readonly otlpEndpoint: string | undefined
  readonly clock: Clock
  readonly log: Log
}

/** Stores the spans of the embedded cloud, and sends them to a collector, if there is one, too. */
export const embeddedSpans = ({ store, otlpEndpoint, clock, log }: Parts): SpanStore => {
  if (otlpEndpoint === undefined) return store
  const exporter = otlpExporter({ endpoint: otlpEndpoint, resource: { 'host.name': hostname() }, clock, log })
  return {
    ...store,
    ...teeSpans(store, exporter),
    close: async () => {
      await exporter.close()
      await store.close()
    },
  }
}
