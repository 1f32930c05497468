import type { Span, SpanAttributes } from './span.ts'

/** `STATUS_CODE_OK` and `STATUS_CODE_ERROR` of the protocol. */
const statusCodes = { ok: 1, error: 2 } as const
/** `SPAN_KIND_INTERNAL` */
const internal = 1

/**
 * The body of an `ExportTraceServiceRequest` in JSON: ids in hex, instants as decimal nanoseconds, one resource per process role.
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

/** Floating point numbers of this size are exact to microseconds only. */
const nanoseconds = (ms: number): string => `${BigInt(Math.round(ms * 1000))}000`

const attributes = (values: SpanAttributes) =>
  Object.entries(values).map(([key, value]) => ({ key, value: anyValue(value) }))

const anyValue = (value: string | number | boolean) => {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
