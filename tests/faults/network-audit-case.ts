import assert from 'node:assert/strict'
import { eventually } from '@nimbo/testing/eventually'
import type { FaultCase } from './fault-case.ts'

/** The bridge of a network that is gone stays until its host's agent compares everything, once a minute. */
const patience = { withinMs: 120_000, everyMs: 2_000 }

/** What the network service itself finds after all the cases before this one, in its books and on its hosts: nothing. */
export const networkAuditCase: FaultCase = {
  ...{ fault: 'audit of networks', line: 31, moment: 'after', volume: false },
  run: async ({ admin }) => {
    await eventually(async () => {
      const { status, body } = await admin.network.get('/v2.0/nimbo-audit?grace=1')
      assert.equal(status, 200, JSON.stringify(body))
      assert.deepEqual([body.audit.findings, body.audit.not_audited], [[], []])
    }, patience)
    return 'nothing left over'
  },
}
