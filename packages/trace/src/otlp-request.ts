import type { Span, SpanAttributes } from './span.ts'

/** `STATUS_CODE_OK` and `STATUS_CODE_ERROR` of the protocol. */
const statusCodes = { ok: 1, error: 2 } as const
/** `SPAN_KIND_INTERNAL` */
const internal = 1

/**
 * The body of an `ExportTraceServiceRequest` in OTLP's JSON form: ids in hex, instants as decimal text in nanoseconds, one
 * resource for each process role among the spans.
 */
export const otlpRequest = (spans: readonly Span[], resource: Readonly<Record<string, string>>) => ({
  resourceSpans: [...Map.groupBy(spans, ({ service }) => service)].map(([service, ofService]) => ({
    resource: {
      attributes: attributes({ 'service.name': service, 'service.namespace': 'nimbo', ...resource }),
    },
    scopeSpans: [{ scope: { name: 'nimbo' }, spans: ofService.map(otlpSpan) }],
  })),
})

const otlpSpan = (span: Span) => {
  const { error, ...others } = span.attributes
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentId === undefined ? {} : { parentSpanId: span.parentId }),
    name: span.name,
    kind: internal,
    startTimeUnixNano: nanoseconds(span.startedAt),
    endTimeUnixNano: nanoseconds(span.startedAt + span.durationMs),
    attributes: attributes(others),
    status: {
      code: statusCodes[span.status],
      ...(error === undefined ? {} : { message: String(error) }),
    },
  }
}

/** Numbers of this size lose nanoseconds, and in JSON everything beyond 2^53; microseconds they hold. */
const nanoseconds = (ms: number): string => `${BigInt(Math.round(ms * 1000))}000`

const attributes = (values: SpanAttributes) =>
  Object.entries(values).map(([key, value]) => ({ key, value: anyValue(value) }))

const anyValue = (value: string | number | boolean) => {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
