import { type Static, Type } from 'typebox'
import { listOf } from '../compute-rpc/schemas.ts'

/** One thing that is left over, or on which two parts of the cloud disagree. */
const auditFinding = Type.Object({
  /** What is wrong, as a word: `allocation-without-server`. */
  kind: Type.String(),
  resource_type: Type.String(),
  resource_id: Type.String(),
  /** The server it is about; null where none is. */
  server_id: Type.Union([Type.String(), Type.Null()]),
  host: Type.Union([Type.String(), Type.Null()]),
  /** What is wrong, as a sentence. */
  problem: Type.String(),
  /** What a repair does; null where an operator must decide. */
  repair: Type.Union([Type.String(), Type.Null()]),
  /** Whether it was repaired; absent when nobody asked for repair. */
  repaired: Type.Optional(Type.Boolean()),
  /** Why it could not be repaired. */
  failure: Type.Optional(Type.String()),
})

/** What an audit found, and what it could not look at. */
export const auditReport = Type.Object({
  started_at: Type.String(),
  finished_at: Type.String(),
  findings: listOf(auditFinding),
  /** Parts of the cloud that gave no answer: nothing is said of what they hold. */
  not_audited: listOf(Type.Object({ type: Type.String(), name: Type.String(), reason: Type.String() })),
  /** How much was looked at: `{ servers, hosts, cells, … }`. */
  looked_at: Type.Unsafe<Readonly<Record<string, number>>>(Type.Record(Type.String(), Type.Integer())),
})

export type AuditReport = Static<typeof auditReport>
