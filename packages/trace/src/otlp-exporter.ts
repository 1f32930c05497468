import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import { otlpRequest } from './otlp-request.ts'
import { type SpanBatches, spanBatches } from './span-batches.ts'

export interface OtlpExporterOptions {
  /** The collector's base URL, such as `http://collector:4318`; traces go to `/v1/traces` below it. */
  readonly endpoint: string
  /** Headers of every request, such as a tenant's key. */
  readonly headers?: Readonly<Record<string, string>>
  /** Resource attributes of this process (OpenTelemetry): `host.name`, `service.instance.id`. */
  readonly resource: Readonly<Record<string, string>>
  readonly clock: Clock
  readonly log: Log
}

const answerWithinMs = 10_000

/** Sends spans to a collector by OTLP/HTTP in JSON (opentelemetry.io, OTLP 1.x). */
export const otlpExporter = ({
  endpoint,
  headers,
  resource,
  clock,
  log,
}: OtlpExporterOptions): SpanBatches => {
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  return spanBatches({
    clock,
    log,
    destination: 'the OTLP collector',
    send: async (spans) => {
      const reply = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(otlpRequest(spans, resource)),
        signal: AbortSignal.timeout(answerWithinMs),
      })
      await reply.body?.cancel()
      if (!reply.ok) throw new Error(`${url} answered ${reply.status}`)
    },
  })
}
