import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Span } from '@nimbo/trace/span'
import { type Tracer, tracer } from '@nimbo/trace/tracer'
import { type Handler, type HttpRequest, type Payload, streamOf } from './message.ts'
import { json } from './reply.ts'

/** A request with defaults for what a test leaves out. */
export const requestOf = (
  parts: Partial<Omit<HttpRequest, 'body'>> & { readonly body?: Payload } = {},
): HttpRequest => ({
  method: 'GET',
  path: '/',
  mount: '',
  origin: 'http://cloud.test',
  query: new URLSearchParams(),
  headers: {},
  remoteAddress: '127.0.0.1',
  state: { requestId: 'req-1' },
  ...parts,
  body: streamOf(parts.body),
})

/** A tracer with the spans it recorded. */
export const recordingTracer = (): { readonly tracer: Tracer; readonly spans: readonly Span[] } => {
  const spans: Span[] = []
  return { tracer: tracer('test', { record: (span) => void spans.push(span) }), spans }
}

/** A clock that only advances on command. */
export const standingClock = (): Clock & { skip(ms: number): void } => {
  let now = Date.parse('2026-01-01T00:00:00Z')
  return {
    now: () => now,
    after: () => () => {},
    skip: (ms) => {
      now += ms
    },
  }
}

/** Replies with the identity in the request context. */
export const whoAsks: Handler = async ({ state }) => json(200, state.context ?? null)

export const someone: Context = {
  requestId: 'req-1',
  userId: 'ann',
  projectId: 'web',
  roles: ['member'],
  trace: { traceId: '1'.repeat(32), spanId: '2'.repeat(16) },
}
