/** A finished span as in OpenTelemetry. */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | undefined
  /** For example `compute.servers.create`, `claim-host`. */
  readonly name: string
  /** The process role, such as `nova-conductor`. */
  readonly service: string
  /** Milliseconds since the epoch, with fractions. */
  readonly startedAt: number
  readonly durationMs: number
  readonly status: 'ok' | 'error'
  readonly attributes: SpanAttributes
}

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

/** Receives finished spans; must never throw or block. */
export interface SpanSink {
  record(span: Span): void
}

export const discardSpans: SpanSink = { record: () => {} }
