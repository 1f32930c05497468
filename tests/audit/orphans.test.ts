import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { assertNoOrphans, auditOf } from '@nimbo/testkit/audit'
import { orphans } from './orphans/all-orphans.ts'
import { dilemmas } from './orphans/dilemmas.ts'
import { startUntidyCloud, type UntidyCloud } from './untidy-cloud.ts'

describe('the audit', () => {
  let untidy: UntidyCloud
  before(async () => {
    untidy = await startUntidyCloud()
  })
  after(() => untidy[Symbol.asyncDispose]())

  for (const { kind, make } of orphans)
    it(`finds and repairs: ${kind}`, async () => {
      const { admin, cloud } = untidy
      const wasPutRight = await make(untidy)
      const found = await auditOf(admin, { grace: 0 })
      assert.deepEqual(
        found.findings.map((finding) => [finding.kind, finding.repair !== null, finding.repaired]),
        [[kind, true, undefined]],
        JSON.stringify(found.findings),
      )
      const repaired = await auditOf(admin, { repair: true, grace: 0 })
      assert.deepEqual(
        repaired.findings.map((finding) => [finding.kind, finding.repaired, finding.failure]),
        [[kind, true, undefined]],
        JSON.stringify(repaired.findings),
      )
      await wasPutRight()
      await cloud.settled()
      await assertNoOrphans(admin)
    })

  for (const { kind, make } of dilemmas)
    it(`finds but does not repair: ${kind}`, async () => {
      const { admin } = untidy
      const putRight = await make(untidy)
      const { findings } = await auditOf(admin, { repair: true, grace: 0 })
      assert.deepEqual(
        findings.map((finding) => [finding.kind, finding.repair, finding.repaired]),
        [[kind, null, false]],
      )
      await putRight()
      await assertNoOrphans(admin)
    })

  it('lists a host that does not answer as not audited, and reports no findings about it', async () => {
    const { admin, cell } = untidy
    const forceDown = (forced_down: 0 | 1) =>
      cell.updateTable('services').set({ forced_down }).where('host', '=', 'fake-2').execute()
    await forceDown(1)
    const { findings, not_audited } = await auditOf(admin, { grace: 0 })
    assert.deepEqual(findings, [])
    assert.deepEqual(
      not_audited.map(({ type, name }) => `${type} ${name}`),
      ['host fake-2'],
    )
    await assert.rejects(assertNoOrphans(admin), /host fake-2 gave no answer/)
    await forceDown(0)
  })
})
