import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { serverInStatus } from '@nimbo/testkit/servers'
import { type ProcessCloud, processOf } from './process-cloud.ts'

interface Line {
  readonly msg: string
  readonly request_id?: string
  readonly global_request_id?: string
}

export const describeLogs = (shared: () => ProcessCloud): void => {
  /** Every line of a process; fails when one is no JSON object. */
  const linesOf = async (role: string): Promise<readonly Line[]> =>
    (await readFile(processOf(shared(), role).logFile, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)

  describe('the logs of the processes', () => {
    it('join what several of them did for one request by its id', async () => {
      const { admin, flavorRef, imageRef } = shared()
      const server = { name: 'logged', flavorRef, imageRef, networks: 'none' }
      const accepted = await admin.compute.post('/servers', { server })
      assert.equal(accepted.status, 202, JSON.stringify(accepted.body))
      const id = accepted.headers.get('x-openstack-request-id')
      await serverInStatus(admin, accepted.body.server.id, 'ACTIVE', { withinMs: 60_000 })
      await eventually(async () => {
        const own = (await linesOf('nova-api')).filter(({ request_id }) => request_id === id)
        assert.deepEqual(
          own.map(({ msg }) => msg),
          ['request'],
        )
        // Asked by nova-api, and by the scheduler after a message.
        for (const role of ['glance-api', 'placement-api']) {
          const asked = (await linesOf(role)).filter(({ global_request_id }) => global_request_id === id)
          assert.ok(asked.length > 0, role)
          assert.ok(asked.every(({ request_id }) => request_id?.startsWith('req-') && request_id !== id))
        }
      })
    })
  })
}
