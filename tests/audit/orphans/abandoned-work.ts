import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { CellTables } from '@nimbo/compute/db/schema/cell-tables'
import { deleteServerFlow, operateServerFlow } from '@nimbo/compute/domain/flow-kinds'
import { insertFlow } from '@nimbo/durable/insert-flow'
import { systemClock } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { serverGone, serverInStatus } from '@nimbo/testkit/servers'
import type { Kysely } from 'kysely'
import type { UntidyBooks } from '../untidy-books.ts'
import { ago } from './ago.ts'
import { holdersOf } from './claim.ts'
import { newMapping } from './new-mapping.ts'
import type { Orphan } from './orphan.ts'

const changed = async (
  cell: Kysely<CellTables>,
  id: string,
  set: Partial<CellTables['instances']>,
): Promise<void> => {
  await cell.updateTable('instances').set(set).where('id', '=', id).execute()
}

/** Inserts a flow of a server whose row is in a state that no flow should be in. */
const brokenFlow = async (
  { cell }: UntidyBooks,
  kind: typeof operateServerFlow | typeof deleteServerFlow,
  serverId: string,
  row: Partial<CellTables['flows']>,
): Promise<void> => {
  const ctx = internalContext()
  const input = { serverId: serverId as ServerId, operation: { kind: 'stop' } as const }
  await cell.transaction().execute(async (trx) => {
    const id = await insertFlow(trx, kind, { subject: serverId, input, ctx, clock: systemClock })
    await trx.updateTable('flows').set(row).where('id', '=', id).execute()
  })
}

const asleep = { state: 'parked', parked_until: 'time', wake_at: ago(-1_000) } as const

/** Servers that wait for a flow that does not exist, and flows that make no progress. */
export const abandonedWork: readonly Orphan[] = [
  {
    kind: 'build-request-without-flow',
    make: async ({ api, admin, boot, cell }) => {
      const { id } = await boot()
      const { server_id: _, ...spec } = await api
        .selectFrom('request_specs')
        .selectAll()
        .where('server_id', '=', id)
        .executeTakeFirstOrThrow()
      const server = await cell
        .selectFrom('instances')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const lost = randomUUID()
      const request = {
        ...{ serverId: lost, name: 'lost', description: null, hostname: 'lost', configDrive: false },
        ...{ metadata: {}, tags: [], reservationId: 'r', launchIndex: 0, diskConfig: 'MANUAL' },
        ...{ locked: false, sealedSecrets: null, blockDevices: [], createdAt: ago(1) },
      }
      const owner = { project_id: server.project_id, user_id: server.user_id }
      await api.transaction().execute(async (trx) => {
        await trx
          .insertInto('request_specs')
          .values({ ...spec, server_id: lost, spec: spec.spec.replaceAll(id, lost) })
          .execute()
        await trx
          .insertInto('instance_mappings')
          .values({ ...newMapping(lost), ...owner })
          .execute()
        await trx
          .insertInto('build_requests')
          .values({
            ...{ server_id: lost, ...owner, request: JSON.stringify(request) },
            ...{ vcpus: 1, memory_mb: 64, delete_requested_at: null, changed: 0, created_at: ago(1) },
          })
          .execute()
      })
      return () => serverInStatus(admin, lost, 'ERROR')
    },
  },
  {
    kind: 'server-building-without-flow',
    make: async (untidy) => {
      const { id } = await untidy.boot()
      await changed(untidy.cell, id, { vm_state: 'building', task_state: 'spawning' })
      return async () => {
        await serverInStatus(untidy.admin, id, 'ERROR')
        assert.deepEqual(await holdersOf(untidy, id), [])
      }
    },
  },
  {
    kind: 'server-deleting-without-flow',
    make: async ({ cell, admin, boot }) => {
      const { id } = await boot()
      await changed(cell, id, { task_state: 'deleting' })
      return () => serverGone(admin, id)
    },
  },
  {
    kind: 'task-without-flow',
    make: async ({ cell, admin, boot }) => {
      const { id } = await boot()
      await changed(cell, id, { task_state: 'powering-off' })
      return async () =>
        assert.match((await serverInStatus(admin, id, 'ERROR')).fault?.message ?? '', /nothing is at work/)
    },
  },
  {
    kind: 'flow-without-server',
    make: async (untidy) => {
      const lost = randomUUID()
      await brokenFlow(untidy, operateServerFlow, lost, { ...asleep, deadline_at: ago(-2_000) })
      return () => untidy.settled(lost)
    },
  },
  {
    kind: 'flow-overdue',
    make: async (untidy) => {
      const { id } = await untidy.boot()
      await brokenFlow(untidy, operateServerFlow, id, { ...asleep, deadline_at: ago(1) })
      return () => untidy.settled(id)
    },
  },
  {
    kind: 'flow-stuck',
    make: async (untidy) => {
      const { id } = await untidy.boot()
      await brokenFlow(untidy, deleteServerFlow, id, { ...asleep, deadline_at: ago(-20) })
      return () => serverGone(untidy.admin, id)
    },
  },
]
