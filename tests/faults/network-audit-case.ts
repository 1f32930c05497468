import assert from 'node:assert/strict'
import { eventually } from '@nimbo/testing/eventually'
import type { FaultCase } from './fault-case.ts'

/** The bridge of a deleted network stays until its host's agent does a full resync, once a minute. */
const patience = { withinMs: 120_000, everyMs: 2_000 }

/** Runs the network service's own audit of its database and hosts, which must find nothing left over by the cases before this one. */
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
