import { exact, view } from '@nimbo/operation/content'
import { type Static, Type } from 'typebox'
import { listOf } from '../compute-rpc/schemas.ts'

/** A leftover or contradiction. */
const auditFinding = Type.Object({
  /** Its kind, such as `allocation-without-server`. */
  kind: Type.String(),
  resource_type: Type.String(),
  resource_id: Type.String(),
  /** The server it is about, if any. */
  server_id: Type.Union([Type.String(), Type.Null()]),
  host: Type.Union([Type.String(), Type.Null()]),
  /** The problem as a sentence. */
  problem: Type.String(),
  /** What a repair does; null when an operator must decide. */
  repair: Type.Union([Type.String(), Type.Null()]),
  /** Whether it was repaired; absent without a request for repair. */
  repaired: Type.Optional(Type.Boolean()),
  /** Why it could not be repaired. */
  failure: Type.Optional(Type.String()),
})

/** The findings of an audit, and what it could not read. */
export const auditReport = Type.Object({
  started_at: Type.String(),
  finished_at: Type.String(),
  findings: listOf(auditFinding),
  /** Parts of the cloud that did not answer. */
  not_audited: listOf(Type.Object({ type: Type.String(), name: Type.String(), reason: Type.String() })),
  /** How much was examined: `{ servers, hosts, cells, … }`. */
  looked_at: Type.Unsafe<Readonly<Record<string, number>>>(Type.Record(Type.String(), Type.Integer())),
})

export type AuditReport = Static<typeof auditReport>

/** The replies of every service's audit. */
export const auditReplies = { 200: view({ audit: auditReport }) }

/** By default a problem is reported only when it has lasted this many seconds. */
const defaultGraceSeconds = 3
const longestGraceSeconds = 600

/** The body of a request for an audit, with or without repairs. */
export const auditBody = Type.Object(
  {
    repair: Type.Boolean(),
    grace: Type.Optional(Type.Number({ minimum: 0, maximum: longestGraceSeconds })),
  },
  exact,
)

/** The grace period in milliseconds of the query `grace=SECONDS` or a body. Throws what `refuse` makes of a reason. */
export const graceMsOf = (grace: string | number | undefined, refuse: (reason: string) => Error): number => {
  const seconds = Number(grace ?? defaultGraceSeconds)
  if (!Number.isFinite(seconds) || seconds < 0 || seconds > longestGraceSeconds)
    throw refuse(`grace must be seconds from 0 to ${longestGraceSeconds}: '${grace}'`)
  return Math.round(seconds * 1_000)
}
