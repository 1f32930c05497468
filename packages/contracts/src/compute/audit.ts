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
