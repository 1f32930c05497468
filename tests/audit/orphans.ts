import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { CellTables } from '@nimbo/compute/db/cell-tables'
import { deleteServerFlow, operateServerFlow } from '@nimbo/compute/domain/flow-kinds'
import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { insertFlow } from '@nimbo/durable/insert-flow'
import { systemClock } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { makeVolume } from '@nimbo/testkit/make-volume'
import { serverGone, serverInStatus } from '@nimbo/testkit/servers'
import type { Kysely } from 'kysely'
import type { UntidyCloud } from './untidy-cloud.ts'

/** Something wrong that a story makes by hand: what the audit must call it, and how things stand after the repair. */
export interface Orphan {
  readonly kind: string
  /** Makes it; resolves to a check of what the repair must have done. */
  make(untidy: UntidyCloud): Promise<() => Promise<unknown>>
}

const nothingMore = async (): Promise<void> => {}
const resources = { VCPU: 1, MEMORY_MB: 64, DISK_GB: 1 }
const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()

/** Writes into placement what a server holds: of which hosts. */
const claim = async ({ admin, providerOf }: UntidyCloud, consumer: string, hosts: readonly string[]) => {
  const allocations: Record<string, object> = {}
  for (const host of hosts) allocations[await providerOf(host)] = { resources }
  const held = await admin.placement.get(`/allocations/${consumer}`)
  const { status, body } = await admin.placement.put(`/allocations/${consumer}`, {
    allocations,
    consumer_generation: held.body.consumer_generation ?? null,
    ...{ project_id: admin.projectId, user_id: admin.userId, consumer_type: 'INSTANCE' },
  })
  assert.equal(status, 204, JSON.stringify(body))
}

const holdersOf = async ({ admin }: UntidyCloud, consumer: string): Promise<readonly string[]> =>
  Object.keys((await admin.placement.get(`/allocations/${consumer}`)).body.allocations)

const allocations: readonly Orphan[] = [
  {
    kind: 'allocation-without-server',
    make: async (untidy) => {
      const consumer = randomUUID()
      await claim(untidy, consumer, ['fake-1'])
      return async () => assert.deepEqual(await holdersOf(untidy, consumer), [])
    },
  },
  {
    kind: 'server-without-allocation',
    make: async (untidy) => {
      const { id, host } = await untidy.boot()
      assert.equal((await untidy.admin.placement.delete(`/allocations/${id}`)).status, 204)
      return async () => assert.deepEqual(await holdersOf(untidy, id), [await untidy.providerOf(host)])
    },
  },
  {
    kind: 'allocation-on-other-host',
    make: async (untidy) => {
      const { id, host, otherHost } = await untidy.boot()
      await claim(untidy, id, [otherHost])
      return async () => assert.deepEqual(await holdersOf(untidy, id), [await untidy.providerOf(host)])
    },
  },
  {
    kind: 'allocation-on-several-hosts',
    make: async (untidy) => {
      const { id, host, otherHost } = await untidy.boot()
      await claim(untidy, id, [host, otherHost])
      return async () => assert.deepEqual(await holdersOf(untidy, id), [await untidy.providerOf(host)])
    },
  },
]

const ports: readonly Orphan[] = [
  {
    kind: 'port-without-server',
    make: async ({ admin, network }) => {
      const port = { network_id: network.id, device_id: randomUUID(), device_owner: 'compute:nova' }
      const { id } = (await admin.network.post('/v2.0/ports', { port })).body.port
      return async () =>
        // Nobody knows whose it was, so it stays, and is nobody's.
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

const attach = async ({ admin }: UntidyCloud, volumeId: string, serverId: string): Promise<string> => {
  const attachment = { volume_uuid: volumeId, instance_uuid: serverId }
  const { status, body } = await admin.volume.post('/v3/attachments', { attachment })
  assert.equal(status, 200, JSON.stringify(body))
  return body.attachment.id
}

const attachmentGone = async ({ admin }: UntidyCloud, id: string): Promise<void> =>
  assert.equal((await admin.volume.get(`/v3/attachments/${id}`)).status, 404)

const disk = (serverId: string, volumeId: string | null, attachmentId: string | null) => ({
  ...{ id: randomUUID(), server_id: serverId, source_type: 'volume', destination_type: 'volume' },
  ...{ image_id: null, volume_id: volumeId, snapshot_id: null, volume_size_gb: 1, volume_type: null },
  ...{ boot_index: null, device_name: '/dev/vdz', attachment_id: attachmentId, connection_info: null },
  ...{ delete_on_termination: 0, guest_format: null, tag: null, created_at: ago(1), deleted_at: null },
})

const volumes: readonly Orphan[] = [
  {
    kind: 'attachment-without-server',
    make: async (untidy) => {
      const id = await attach(untidy, await makeVolume(untidy.admin), randomUUID())
      return () => attachmentGone(untidy, id)
    },
  },
  {
    kind: 'attachment-unknown-to-server',
    make: async (untidy) => {
      const id = await attach(untidy, await makeVolume(untidy.admin), (await untidy.boot()).id)
      return () => attachmentGone(untidy, id)
    },
  },
  {
    kind: 'attachment-unfinished',
    make: async (untidy) => {
      const { id: serverId } = await untidy.boot()
      const volumeId = await makeVolume(untidy.admin)
      const id = await attach(untidy, volumeId, serverId)
      await untidy.cell1
        .insertInto('block_device_mappings')
        .values(disk(serverId, volumeId, id))
        .execute()
      return () => attachmentGone(untidy, id)
    },
  },
  {
    kind: 'disk-of-gone-server',
    make: async ({ cell1 }) => {
      await cell1
        .insertInto('block_device_mappings')
        .values(disk(randomUUID(), null, null))
        .execute()
      return nothingMore
    },
  },
  {
    kind: 'volume-held-for-nobody',
    make: async ({ admin }) => {
      const id = await makeVolume(admin)
      const path = `/v3/${admin.projectId}/volumes/${id}`
      const reset = { 'os-reset_status': { status: 'attaching' } }
      assert.equal((await admin.volume.post(`${path}/action`, reset)).status, 202)
      return async () => assert.equal((await admin.volume.get(path)).body.volume.status, 'available')
    },
  },
  {
    kind: 'volume-of-failed-boot',
    make: async ({ admin, boot }) => {
      const { id: serverId } = await boot()
      const path = `/v3/${admin.projectId}/volumes`
      const metadata = { nimbo_made_for_server: serverId }
      const made = await admin.volume.post(path, { volume: { size: 1, metadata } })
      assert.equal(made.status, 202, JSON.stringify(made.body))
      return nothingMore
    },
  },
]

const mapping = (serverId: string) => ({
  ...{ server_id: serverId, cell_id: null, project_id: 'p', user_id: 'u' },
  ...{ queued_for_delete: 0, created_at: ago(1) },
})

const records: readonly Orphan[] = [
  {
    kind: 'server-without-mapping',
    make: async ({ api, admin, boot }) => {
      const { id } = await boot()
      await api.deleteFrom('instance_mappings').where('server_id', '=', id).execute()
      return () => serverInStatus(admin, id, 'ACTIVE')
    },
  },
  {
    kind: 'server-in-two-cells',
    make: async ({ cell0, cell1, admin, boot }) => {
      const { id } = await boot()
      const row = await cell1
        .selectFrom('instances')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await cell0
        .insertInto('instances')
        .values({ ...row, number: 9_999, host: null, node: null })
        .execute()
      return () => serverInStatus(admin, id, 'ACTIVE')
    },
  },
  {
    kind: 'mapping-without-server',
    make: async ({ api }) => {
      await api.insertInto('instance_mappings').values(mapping(randomUUID())).execute()
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

const changed = async (
  cell: Kysely<CellTables>,
  id: string,
  set: Partial<CellTables['instances']>,
): Promise<void> => {
  await cell.updateTable('instances').set(set).where('id', '=', id).execute()
}

/** A flow of a server, with its row as no flow leaves it. */
const brokenFlow = async (
  { cell1 }: UntidyCloud,
  kind: typeof operateServerFlow | typeof deleteServerFlow,
  serverId: string,
  row: Partial<CellTables['flows']>,
): Promise<void> => {
  const ctx = internalContext()
  const input = { serverId: serverId as ServerId, operation: { kind: 'stop' } as const }
  await cell1.transaction().execute(async (trx) => {
    const id = await insertFlow(trx, kind, { subject: serverId, input, ctx, clock: systemClock })
    await trx.updateTable('flows').set(row).where('id', '=', id).execute()
  })
}

const asleep = { state: 'parked', parked_until: 'time', wake_at: ago(-1_000) } as const

const work: readonly Orphan[] = [
  {
    kind: 'build-request-without-flow',
    make: async ({ api, admin, boot, cell1 }) => {
      const { id } = await boot()
      const { server_id: _, ...spec } = await api
        .selectFrom('request_specs')
        .selectAll()
        .where('server_id', '=', id)
        .executeTakeFirstOrThrow()
      const server = await cell1
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
          .values({ ...mapping(lost), ...owner })
          .execute()
        await trx
          .insertInto('build_requests')
          .values({
            ...{ server_id: lost, ...owner, request: JSON.stringify(request) },
            ...{ vcpus: 1, memory_mb: 64, delete_requested_at: null, created_at: ago(1) },
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
      await changed(untidy.cell1, id, { vm_state: 'building', task_state: 'spawning' })
      return async () => {
        await serverInStatus(untidy.admin, id, 'ERROR')
        assert.deepEqual(await holdersOf(untidy, id), [])
      }
    },
  },
  {
    kind: 'server-deleting-without-flow',
    make: async ({ cell1, admin, boot }) => {
      const { id } = await boot()
      await changed(cell1, id, { task_state: 'deleting' })
      return () => serverGone(admin, id)
    },
  },
  {
    kind: 'task-without-flow',
    make: async ({ cell1, admin, boot }) => {
      const { id } = await boot()
      await changed(cell1, id, { task_state: 'powering-off' })
      return async () =>
        assert.match((await serverInStatus(admin, id, 'ERROR')).fault?.message ?? '', /nothing is at work/)
    },
  },
  {
    kind: 'flow-without-server',
    make: async (untidy) => {
      await brokenFlow(untidy, operateServerFlow, randomUUID(), {
        ...asleep,
        deadline_at: ago(-2_000),
      })
      return () => untidy.cloud.settled()
    },
  },
  {
    kind: 'flow-overdue',
    make: async (untidy) => {
      const { id } = await untidy.boot()
      await brokenFlow(untidy, operateServerFlow, id, { ...asleep, deadline_at: ago(1) })
      return () => untidy.cloud.settled()
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

const spawnOn = async ({ cloud }: UntidyCloud, host: string, id: string): Promise<void> => {
  const order: SpawnOrder = {
    ...{ id: id as ServerId, node: host, name: 'instance-0000ffff', vcpus: 1, memoryMb: 64 },
    ...{ rootDisk: { from: 'volume' as const }, ephemeralGb: 0, swapMb: 0, extraSpecs: {} },
    ...{ imageProperties: {}, vifs: [], volumes: [] },
    owner: { userName: 'a', projectName: 'a', flavorName: 'a' },
  }
  await driverOf(cloud, host).spawning.spawn(order, async () => {})
}

const driverOf = ({ drivers }: UntidyCloud['cloud'], name: string) => {
  const found = drivers.hypervisors.find(({ host }) => host === name)
  assert.ok(found)
  return found.driver
}

const domainsOn = async ({ cloud }: UntidyCloud, host: string): Promise<readonly string[]> =>
  (await driverOf(cloud, host).host.list()).map(({ id }) => id)

const hosts: readonly Orphan[] = [
  {
    kind: 'server-missing-on-host',
    make: async ({ cloud, admin, boot }) => {
      const { id, host } = await boot()
      await driverOf(cloud, host).spawning.destroy(id as ServerId)
      return async () =>
        assert.match((await serverInStatus(admin, id, 'ERROR')).fault?.message ?? '', /no such domain/)
    },
  },
  {
    kind: 'server-on-several-hosts',
    make: async (untidy) => {
      const { id, host, otherHost } = await untidy.boot()
      await spawnOn(untidy, otherHost, id)
      return async () => {
        assert.ok(!(await domainsOn(untidy, otherHost)).includes(id))
        assert.ok((await domainsOn(untidy, host)).includes(id))
      }
    },
  },
  {
    kind: 'domain-without-server',
    make: async (untidy) => {
      const { id, host } = await untidy.boot()
      assert.equal((await untidy.admin.compute.delete(`/servers/${id}`)).status, 204)
      await serverGone(untidy.admin, id)
      await untidy.cloud.settled()
      await spawnOn(untidy, host, id)
      return async () => assert.ok(!(await domainsOn(untidy, host)).includes(id))
    },
  },
  {
    kind: 'files-without-server',
    make: async ({ cloud }) => {
      const directory = await cloud.state.directory('instances')
      await mkdir(join(directory, 'fake-2', randomUUID()), { recursive: true })
      return nothingMore
    },
  },
]

/** Everything that a repair can put right, each made by hand. */
export const orphans: readonly Orphan[] = [
  ...allocations,
  ...ports,
  ...volumes,
  ...records,
  ...work,
  ...hosts,
]

/** What only an operator can put right, with how this story does it. */
export const dilemmas: readonly Orphan[] = [
  {
    kind: 'disk-without-attachment',
    make: async (untidy) => {
      const { id } = await untidy.boot()
      const volumeId = await untidy.attachedVolume(id)
      const held = untidy.cell1.selectFrom('block_device_mappings').where('volume_id', '=', volumeId)
      const { attachment_id } = await held.select('attachment_id').executeTakeFirstOrThrow()
      assert.equal((await untidy.admin.volume.delete(`/v3/attachments/${attachment_id}`)).status, 200)
      return async () => {
        await untidy.cell1
          .updateTable('block_device_mappings')
          .set({ deleted_at: ago(0) })
          .where('volume_id', '=', volumeId)
          .execute()
      }
    },
  },
  {
    kind: 'domain-unknown',
    make: async (untidy) => {
      const id = randomUUID()
      await spawnOn(untidy, 'fake-1', id)
      return () => driverOf(untidy.cloud, 'fake-1').spawning.destroy(id as ServerId)
    },
  },
]
