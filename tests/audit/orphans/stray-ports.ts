import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Orphan } from './orphan.ts'

/** Ports of a server that does not exist, or bound to the wrong host. */
export const strayPorts: readonly Orphan[] = [
  {
    kind: 'port-without-server',
    make: async ({ admin, network }) => {
      const port = { network_id: network.id, device_id: randomUUID(), device_owner: 'compute:nova' }
      const { id } = (await admin.network.post('/v2.0/ports', { port })).body.port
      return async () =>
        // The user may have created the port, so the repair only removes its device id.
        assert.equal((await admin.network.get(`/v2.0/ports/${id}`)).body.port.device_id, '')
    },
  },
  {
    kind: 'port-on-other-host',
    make: async ({ admin, boot, portOf }) => {
      const { id, host, otherHost } = await boot()
      const path = `/v2.0/ports/${await portOf(id)}`
      const { status } = await admin.network.put(path, { port: { 'binding:host_id': otherHost } })
      assert.equal(status, 200)
      return async () => assert.equal((await admin.network.get(path)).body.port['binding:host_id'], host)
    },
  },
]
