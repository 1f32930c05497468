import { randomUUID } from 'node:crypto'
import { randomHex } from './random-hex.ts'

/** Position in a trace, as W3C Trace Context has it: 32 and 16 lower-case hex digits. */
export interface TracePosition {
  readonly traceId: string
  readonly spanId: string
}

/** Who asks, on whose behalf, and as part of what. Plain data: it crosses RPC as it is. */
export interface Context {
  /** `req-<uuid>`, one for each request a service receives. */
  readonly requestId: string
  /** The `req-<uuid>` of the request that began it all, where a client or service handed one on. */
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
  /** Roles of the calling service, when one speaks for a user with its own token besides. */
  readonly serviceRoles?: readonly string[]
  /** The caller's token, for calls made in the caller's name. Never logged, never stored. */
  readonly token?: string
  /** First audit id of the token: joins a request to the issuing of its token. */
  readonly auditId?: string
  readonly trace: TracePosition
}

export const newRequestId = (): string => `req-${randomUUID()}`

/** 16 hex digits. */
export const newSpanId = (): string => randomHex(16)

export const newTracePosition = (): TracePosition => ({ traceId: randomHex(32), spanId: newSpanId() })

/** The context of work the cloud does of its own accord (timers, reconcilers, start-up). */
export const internalContext = (): Context => ({
  requestId: newRequestId(),
  roles: ['admin', 'service'],
  trace: newTracePosition(),
})
