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
  /** All lines in the log of a process; fails if one is not JSON. */
  const linesOf = async (role: string): Promise<readonly Line[]> =>
    (await readFile(processOf(shared(), role).logFile, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)

  describe('the logs of the processes', () => {
    it('show the same request id in every service that took part in a request', async () => {
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
        // glance-api is called by nova-api, placement-api by the scheduler after a message.
        for (const role of ['glance-api', 'placement-api']) {
          const asked = (await linesOf(role)).filter(({ global_request_id }) => global_request_id === id)
          assert.ok(asked.length > 0, role)
          assert.ok(asked.every(({ request_id }) => request_id?.startsWith('req-') && request_id !== id))
        }
      })
    })
  })
}
