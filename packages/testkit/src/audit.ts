import assert from 'node:assert/strict'
import type { AuditReport } from '@nimbo/contracts/compute/audit'
import type { Client } from './client.ts'

export interface AuditWish {
  /** Puts right what can be. */
  readonly repair?: boolean
  /** Seconds for which something must have been wrong (1). */
  readonly grace?: number
}

/** What the cloud finds when it audits itself, asked of the API as its admin. */
export const auditOf = async (
  { compute }: Client,
  { repair = false, grace = 1 }: AuditWish = {},
): Promise<AuditReport> => {
  const { status, body } = repair
    ? await compute.post('/nimbo-audit', { repair, grace })
    : await compute.get(`/nimbo-audit?grace=${grace}`)
  assert.equal(status, 200, JSON.stringify(body))
  return body.audit
}

/** Fails unless every part of the cloud could be looked at and nothing is left over or disagrees. */
export const assertNoOrphans = async (admin: Client): Promise<void> => {
  const { findings, not_audited } = await auditOf(admin)
  const found = findings.map(({ kind, problem }) => `${kind}: ${problem}`)
  const missed = not_audited.map(({ type, name, reason }) => `${type} ${name} gave no answer: ${reason}`)
  assert.deepEqual([...found, ...missed], [], 'the audit is clean')
}
