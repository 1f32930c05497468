import type { Bus } from '@nimbo/bus/bus'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import { otlpExporter } from '@nimbo/trace/otlp-exporter'
import { discardSpans, type SpanSink } from '@nimbo/trace/span'
import { collectSpans, relaySpans } from '@nimbo/trace/span-relay'
import { type SpanStore, spanStore } from '@nimbo/trace/span-store'
import { type SpanReader, spanTable } from '@nimbo/trace/span-table'
import { teeSpans } from '@nimbo/trace/tee-spans'
import type { TraceTables } from '@nimbo/trace/trace-tables'
import type { Kysely } from 'kysely'

/** Where a process writes and reads trace spans. */
export interface ProcessSpans {
  readonly reader: SpanReader
  /** The sink for spans of a service that uses this broker. */
  sinkFor(bus: Bus): SpanSink
  /** A process with the database of traces also stores spans that other processes send over this broker. */
  collectFrom(bus: Bus): Promise<void>
  close(): Promise<void>
}

export interface SpanDeps {
  readonly clock: Clock
  readonly log: Log
  /** The database of traces, if this process has it. */
  readonly database: Kysely<TraceTables> | undefined
  readonly otlpEndpoint: string | undefined
  readonly host: string
}

const keepMs = 30 * 86_400_000
const noTraces: SpanReader = { trace: async () => [], about: async () => [] }

export const processSpans = (deps: SpanDeps): ProcessSpans => {
  const { clock, log, database, otlpEndpoint, host } = deps
  const store: SpanStore | undefined = database && spanStore(spanTable(database), { clock, log, keepMs })
  const exporter =
    otlpEndpoint === undefined
      ? undefined
      : otlpExporter({ endpoint: otlpEndpoint, resource: { 'host.name': host }, clock, log })
  const relays = new Map<Bus, ReturnType<typeof relaySpans>>()
  const relayOver = (bus: Bus): SpanSink => {
    const relay = relays.get(bus) ?? relaySpans(bus, { clock, log })
    relays.set(bus, relay)
    return relay
  }
  return {
    reader: store ?? noTraces,
    sinkFor: (bus) => teeSpans(store ?? relayOver(bus), exporter ?? discardSpans),
    collectFrom: async (bus) => {
      if (store) await collectSpans(bus, store)
    },
    close: async () => {
      await Promise.all([...relays.values(), exporter].map((batches) => batches?.close()))
      await store?.close()
    },
  }
}
