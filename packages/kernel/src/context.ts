import { randomUUID } from 'node:crypto'
import { randomHex } from './random-hex.ts'

/** Position in a trace (W3C Trace Context): 32 and 16 lower-case hex digits. */
export interface TracePosition {
  readonly traceId: string
  readonly spanId: string
}

/** The caller of a request and its place in a larger operation. Plain data, passed along in RPC. */
export interface Context {
  /** `req-<uuid>`, one per request that a service receives. */
  readonly requestId: string
  /** The `req-<uuid>` of the original request, if a client or service passed one on. */
  readonly globalRequestId?: string
  readonly userId?: string
  readonly userName?: string
  readonly userDomainId?: string
  readonly projectId?: string
  readonly projectName?: string
  readonly projectDomainId?: string
  /** Set for a domain-scoped token. */
  readonly domainId?: string
  /** `all` for a system-scoped token. */
  readonly systemScope?: string
  readonly roles: readonly string[]
  /** Roles of the calling service, when it sends its own token besides the user's. */
  readonly serviceRoles?: readonly string[]
  /** The caller's token, for calls on the caller's behalf. Never logged or stored. */
  readonly token?: string
  /** The token's first audit id: links a request to the creation of its token. */
  readonly auditId?: string
  readonly trace: TracePosition
}

export const newRequestId = (): string => `req-${randomUUID()}`

/** 16 hex digits. */
export const newSpanId = (): string => randomHex(16)

export const newTracePosition = (): TracePosition => ({ traceId: randomHex(32), spanId: newSpanId() })

/** The context of the cloud's own work (timers, reconcilers, start). */
export const internalContext = (): Context => ({
  requestId: newRequestId(),
  roles: ['admin', 'service'],
  trace: newTracePosition(),
})
