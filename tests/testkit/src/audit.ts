import assert from 'node:assert/strict'
import type { AuditReport } from '@nimbo/contracts/compute/audit'
import type { Client } from './client.ts'

export interface AuditOptions {
  /** Whether to repair what can be repaired. */
  readonly repair?: boolean
  /** How many seconds an inconsistency must have lasted to be reported (default 1). */
  readonly grace?: number
}

/** Runs the cloud's audit through the API, as its admin. */
export const auditOf = async (
  { compute }: Client,
  { repair = false, grace = 1 }: AuditOptions = {},
): Promise<AuditReport> => {
  const { status, body } = repair
    ? await compute.post('/nimbo-audit', { repair, grace })
    : await compute.get(`/nimbo-audit?grace=${grace}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.audit
}

/** Fails unless the audit has checked every part of the cloud and found no orphans or inconsistencies. */
export const assertNoOrphans = async (admin: Client): Promise<void> => {
  const { findings, not_audited } = await auditOf(admin)
  const found = findings.map(({ kind, problem }) => `${kind}: ${problem}`)
  const missed = not_audited.map(({ type, name, reason }) => `${type} ${name} gave no answer: ${reason}`)
  assert.deepEqual([...found, ...missed], [], 'the audit is clean')
}
