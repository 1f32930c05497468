/** One finished piece of work, as OpenTelemetry has it: a node in the tree of its trace. */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | undefined
  /** What was done: `compute.servers.create`, `claim-host`. */
  readonly name: string
  /** Process role that did it, by the name operators know: `nova-conductor`. */
  readonly service: string
  /** Milliseconds since the epoch, with fractions. */
  readonly startedAt: number
  readonly durationMs: number
  readonly status: 'ok' | 'error'
  readonly attributes: SpanAttributes
}

export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

/** Takes finished spans; never throws, never blocks the work that made them. */
export interface SpanSink {
  record(span: Span): void
}

export const discardSpans: SpanSink = { record: () => {} }
