import { listen } from '@nimbo/http/listener'
import { bytesOf } from '@nimbo/http/message'
import { json } from '@nimbo/http/reply'
import { silentLog } from '@nimbo/kernel/log'

/** A received span, and the service that sent it. */
export interface CollectedSpan {
  readonly service: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
}

/** An OpenTelemetry collector that keeps the spans that it receives by OTLP over HTTP. */
export interface Collector extends AsyncDisposable {
  /** The value for `[trace] otlp_endpoint`. */
  readonly endpoint: string
  spansOf(traceId: string): readonly CollectedSpan[]
}

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string }
}

interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly Omit<CollectedSpan, 'service'>[] }[]
  }[]
}

const spansIn = ({ resourceSpans }: ExportRequest): readonly CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const name = resource.attributes.find(({ key }) => key === 'service.name')
    const service = name?.value.stringValue ?? ''
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service })))
  })

export const startCollector = async (): Promise<Collector> => {
  const received: CollectedSpan[] = []
  const listener = await listen(
    async ({ method, path, body }) => {
      if (method !== 'POST' || path !== '/v1/traces') return json(404, {})
      received.push(...spansIn(JSON.parse((await bytesOf(body)).toString('utf8')) as ExportRequest))
      return json(200, { partialSuccess: {} })
    },
    { host: '127.0.0.1', port: 0, log: silentLog },
  )
  return {
    endpoint: `http://127.0.0.1:${listener.port}`,
    spansOf: (traceId) => received.filter((span) => span.traceId === traceId),
    [Symbol.asyncDispose]: () => listener.close(0),
  }
}
