import assert from 'node:assert/strict'
import { randomInt, randomUUID } from 'node:crypto'
import { serverInStatus } from '@nimbo/testkit/servers'
import { ago } from './ago.ts'
import { newMapping } from './new-mapping.ts'
import type { Orphan } from './orphan.ts'

const nothingMore = async (): Promise<void> => {}

/** Rows in Nova's databases that contradict each other. */
export const strayRecords: readonly Orphan[] = [
  {
    kind: 'server-without-mapping',
    make: async ({ api, admin, boot }) => {
      const { id } = await boot()
      const mapping = () => api.selectFrom('instance_mappings').selectAll().where('server_id', '=', id)
      const lost = await mapping().executeTakeFirstOrThrow()
      await api.deleteFrom('instance_mappings').where('server_id', '=', id).execute()
      return async () => {
        await serverInStatus(admin, id, 'ACTIVE')
        assert.deepEqual(await mapping().executeTakeFirstOrThrow(), lost)
      }
    },
  },
  {
    kind: 'server-in-two-cells',
    make: async ({ cell0, cell, admin, boot }) => {
      const { id } = await boot()
      const row = await cell
        .selectFrom('instances')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await cell0
        .insertInto('instances')
        .values({ ...row, number: randomInt(10_000, 1_000_000), host: null, node: null })
        .execute()
      return () => serverInStatus(admin, id, 'ACTIVE')
    },
  },
  {
    kind: 'mapping-without-server',
    make: async ({ api }) => {
      await api.insertInto('instance_mappings').values(newMapping(randomUUID())).execute()
      return nothingMore
    },
  },
  {
    kind: 'request-spec-without-server',
    make: async ({ api }) => {
      const spec = { server_id: randomUUID(), spec: '{}', created_at: ago(1) }
      await api.insertInto('request_specs').values(spec).execute()
      return nothingMore
    },
  },
  {
    kind: 'group-member-without-server',
    make: async ({ api, admin }) => {
      const server_group = { name: 'g', policy: 'affinity' }
      const { id } = (await admin.compute.post('/os-server-groups', { server_group })).body.server_group
      await api
        .insertInto('instance_group_members')
        .values({ group_id: id, server_id: randomUUID(), position: 9_999 })
        .execute()
      return async () =>
        assert.deepEqual((await admin.compute.get(`/os-server-groups/${id}`)).body.server_group.members, [])
    },
  },
]
