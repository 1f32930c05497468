import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { makeVolume, volumeInStatus } from '@nimbo/testkit/make-volume'
import { serverInStatus } from '@nimbo/testkit/servers'
import type { UntidyBooks } from '../untidy-books.ts'
import { holdersOf } from './claim.ts'
import { newMapping } from './new-mapping.ts'
import type { Orphan } from './orphan.ts'
import { attach, attachmentGone, disk } from './stray-volumes.ts'

/** Inserts a copy of a built server that is on no host; returns its id. */
const onNoHost = async (
  { admin, api, cell, boot }: UntidyBooks,
  vm_state: 'active' | 'error',
): Promise<string> => {
  const { id } = await boot()
  const lost = randomUUID()
  const { cell_id } = await api
    .selectFrom('instance_mappings')
    .select('cell_id')
    .where('server_id', '=', id)
    .executeTakeFirstOrThrow()
  const { server_id: _, ...spec } = await api
    .selectFrom('request_specs')
    .selectAll()
    .where('server_id', '=', id)
    .executeTakeFirstOrThrow()
  await api
    .insertInto('request_specs')
    .values({ ...spec, server_id: lost, spec: spec.spec.replaceAll(id, lost) })
    .execute()
  await api
    .insertInto('instance_mappings')
    .values({ ...newMapping(lost), cell_id, project_id: admin.projectId, user_id: admin.userId })
    .execute()
  const row = await cell.selectFrom('instances').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const nowhere = { host: null, node: null, network_info: '[]' }
  await cell
    .insertInto('instances')
    .values({ ...row, ...nowhere, id: lost, number: randomInt(1_000_000, 2_000_000), vm_state })
    .execute()
  return lost
}

/** Servers without the host, port or attachment that they should have. */
export const lostServers: readonly Orphan[] = [
  {
    kind: 'server-without-host',
    make: async (untidy) => {
      const id = await onNoHost(untidy, 'active')
      const port = { network_id: untidy.network.id, device_id: id, device_owner: 'compute:nova' }
      const { id: portId } = (await untidy.admin.network.post('/v2.0/ports', { port })).body.port
      return async () => {
        assert.match((await serverInStatus(untidy.admin, id, 'ERROR')).fault?.message ?? '', /is on no host/)
        assert.equal((await untidy.admin.network.get(`/v2.0/ports/${portId}`)).status, 404)
        assert.deepEqual(await holdersOf(untidy, id), [])
      }
    },
  },
  {
    kind: 'server-without-port',
    make: async ({ admin, cell, boot }) => {
      const { id } = await boot()
      const server = cell.selectFrom('instances').where('id', '=', id)
      const { network_info } = await server.select('network_info').executeTakeFirstOrThrow()
      const [present] = JSON.parse(network_info)
      const lost = { ...present, portId: randomUUID(), networkName: 'lost' }
      await cell
        .updateTable('instances')
        .set({ network_info: JSON.stringify([present, lost]) })
        .where('id', '=', id)
        .execute()
      return async () => {
        const { addresses } = await serverInStatus(admin, id, 'ACTIVE')
        assert.deepEqual(Object.keys(addresses), [present.networkName])
      }
    },
  },
  {
    kind: 'attachment-on-no-host',
    make: async (untidy) => {
      const serverId = await onNoHost(untidy, 'error')
      const volumeId = await makeVolume(untidy.admin)
      const id = await attach(untidy, volumeId, serverId)
      await untidy.cell
        .insertInto('block_device_mappings')
        .values(disk(serverId, volumeId, id))
        .execute()
      return async () => {
        await attachmentGone(untidy, id)
        await volumeInStatus(untidy.admin, volumeId, 'available')
      }
    },
  },
]
