import type { TracePosition } from '@nimbo/kernel/context'

/** Ids of zeros only are invalid. */
const form = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

/** The `traceparent` header of W3C Trace Context, version 00. */
export const formatTraceparent = ({ traceId, spanId }: TracePosition): string => `00-${traceId}-${spanId}-01`

/** Parses the header; undefined when it is absent or malformed, since a bad header must not fail a request. */
export const parseTraceparent = (header: string | undefined): TracePosition | undefined =>
  header !== undefined && form.test(header)
    ? { traceId: header.slice(3, 35), spanId: header.slice(36, 52) }
    : undefined
