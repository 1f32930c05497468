import assert from 'node:assert/strict'
import { eventually } from '@nimbo/testing/eventually'
import { makeVolume } from '@nimbo/testkit/make-volume'
import { showServer } from '@nimbo/testkit/servers'
import type { FaultCloud } from './fault-cloud.ts'
import type { Asked, Beside, Move, Subject } from './move.ts'
import { byHost } from './operations.ts'
import { spans } from './places.ts'

const patience = { withinMs: 120_000, everyMs: 100 }

const statuses = ['ACTIVE'] as const
const attached: Beside = { volumes: 1 }
const freeVolume: Beside = { free: ['volume of nobody, available'] }
const plugged: Beside = { ports: 1 }
const freePort: Beside = { free: ['port of  on , DOWN'] }

const aVolume = async ({ admin }: FaultCloud) => ({ volume: await makeVolume(admin) })

interface Pool {
  readonly name: string
  readonly capabilities: { readonly volume_backend_name: string }
}

/** A volume, and a volume type that places volumes on the other back end. */
const aVolumeAndType = async (cloud: FaultCloud) => {
  const { volume } = cloud.admin
  const { volume: id } = await aVolume(cloud)
  const { 'os-vol-host-attr:host': place } = (await volume.get(`/v3/volumes/${id}`)).body.volume
  const pools: readonly Pool[] = (await volume.get('/v3/scheduler-stats/get_pools?detail=true')).body.pools
  const other = pools.find(({ name }) => name !== place)?.capabilities.volume_backend_name ?? ''
  assert.notEqual(other, '', `there is no back end besides ${place}`)
  const extra_specs = { volume_backend_name: other }
  const made = await volume.post('/v3/types', { volume_type: { name: `to ${other} for ${id}`, extra_specs } })
  assert.equal(made.status, 200, JSON.stringify(made.body))
  return { volume: id, type: made.body.volume_type.id, from: place }
}

const aPort = async ({ admin }: FaultCloud, { setup }: Subject) => {
  const { status, body } = await admin.network.post('/v2.0/ports', { port: { network_id: setup.networkId } })
  assert.equal(status, 201, JSON.stringify(body))
  return { port: body.port.id }
}

const volumesOf = ({ id }: Subject) => `/servers/${id}/os-volume_attachments`
const interfacesOf = ({ id }: Subject) => `/servers/${id}/os-interface`

const attachVolume: Asked = {
  request: (of) => ({
    ...{ method: 'post', path: volumesOf(of) },
    body: { volumeAttachment: { volumeId: of.things.volume } },
  }),
  statuses,
}
const detachVolume: Asked = {
  request: (of) => ({ method: 'delete', path: `${volumesOf(of)}/${of.things.volume}` }),
  statuses,
}

/** A request to Cinder about the volume, for which Cinder asks Nova to act on the server. */
const volumeAction = (action: (of: Subject) => object): Asked => ({
  request: (of) => ({
    ...{ of: 'volume', method: 'post', path: `/v3/volumes/${of.things.volume}/action` },
    body: action(of),
  }),
  statuses,
})
const swapVolume = volumeAction(({ things }) => ({
  'os-retype': { new_type: things.type, migration_policy: 'on-demand' },
}))
const extendVolume = volumeAction(() => ({ 'os-extend': { new_size: 2 } }))
const snapshotVolume: Asked = {
  request: ({ things }) => ({
    ...{ of: 'volume', method: 'post', path: '/v3/snapshots' },
    body: { snapshot: { volume_id: things.volume, force: true } },
  }),
  statuses,
}

const attachInterface: Asked = {
  request: (of) => ({
    ...{ method: 'post', path: interfacesOf(of) },
    body: { interfaceAttachment: { port_id: of.things.port } },
  }),
  ...{ statuses, answers: 200 },
}
const makeInterface: Asked = {
  request: (of) => ({
    ...{ method: 'post', path: interfacesOf(of) },
    body: { interfaceAttachment: { net_id: of.setup.networkId } },
  }),
  ...{ statuses, answers: 200 },
}
const detachInterface: Asked = {
  request: (of) => ({ method: 'delete', path: `${interfacesOf(of)}/${of.things.port}` }),
  statuses,
}

const hasVolume = async ({ admin }: FaultCloud, of: Subject): Promise<boolean> => {
  const { body } = await admin.compute.get(volumesOf(of))
  return body.volumeAttachments.some(
    ({ volumeId }: { readonly volumeId: string }) => volumeId === of.things.volume,
  )
}
const lacksVolume = async (cloud: FaultCloud, of: Subject): Promise<boolean> => !(await hasVolume(cloud, of))

/** The number of addresses that Nova shows; Neutron may for a while have one more, which is about to be released. */
const addresses = async ({ admin }: FaultCloud, { id }: Subject): Promise<number> =>
  Object.values((await showServer(admin, id)).addresses).flat().length

const interfaces = async ({ admin }: FaultCloud, of: Subject): Promise<number> =>
  (await admin.compute.get(interfacesOf(of))).body.interfaceAttachments.length

/** The volume, once it is in-use and its migration, if any, has ended. */
const volumeAtRest = ({ admin }: FaultCloud, { things }: Subject) =>
  eventually(async () => {
    const { status, body } = await admin.volume.get(`/v3/volumes/${things.volume}`)
    assert.equal(status, 200)
    const { status: state, migration_status } = body.volume
    assert.equal(state, 'in-use')
    assert.ok([null, 'success', 'error'].includes(migration_status), `the volume is ${migration_status}`)
    return body.volume
  }, patience)

/** Deletes the snapshots first: a volume cannot be deleted while it has any. */
const removeVolume = async ({ admin: { volume } }: FaultCloud, { things }: Subject): Promise<void> => {
  const snapshots = async (): Promise<readonly { readonly id: string }[]> =>
    (await volume.get('/v3/snapshots')).body.snapshots
  for (const { id } of await snapshots())
    assert.equal((await volume.delete(`/v3/snapshots/${id}`)).status, 202)
  await eventually(async () => assert.deepEqual(await snapshots(), []), patience)
  assert.equal((await volume.delete(`/v3/volumes/${things.volume}`)).status, 202)
}

const removePort = async ({ admin }: FaultCloud, { things }: Subject): Promise<void> => {
  assert.equal((await admin.network.delete(`/v2.0/ports/${things.port}`)).status, 204)
}

const snapshotIsTaken = async ({ admin }: FaultCloud): Promise<boolean> =>
  eventually(async () => {
    const { snapshots } = (await admin.volume.get('/v3/snapshots')).body
    for (const { status } of snapshots) assert.equal(status, 'available')
    return snapshots.length === 1
  }, patience)

const ofVolumes = { makes: aVolume, removes: removeVolume }
const ofPorts = { makes: aPort, removes: removePort }

/** Operations of hosts on the volumes and ports of servers. */
export const deviceOperations: readonly Move[] = [
  {
    ...{ fault: 'kill attaching a volume', ...ofVolumes, before: [], asked: attachVolume },
    ...{ isDone: hasVolume, done: attached, undone: freeVolume },
    places: [...byHost('attach-volume', 'servers.volumes.attach'), ...spans('volume.attachments.create')],
  },
  {
    ...{ fault: 'kill detaching a volume', ...ofVolumes, before: [attachVolume], asked: detachVolume },
    ...{ isDone: lacksVolume, done: freeVolume, undone: attached },
    places: byHost('detach-volume', 'servers.volumes.detach'),
  },
  {
    ...{ fault: 'kill swapping a volume', ...ofVolumes, makes: aVolumeAndType },
    ...{ before: [attachVolume], asked: swapVolume, done: attached, undone: attached },
    isDone: async (cloud, of) => (await volumeAtRest(cloud, of))['os-vol-host-attr:host'] !== of.things.from,
    onOneMachine: true,
    places: byHost('swap-volume', 'servers.volumes.change'),
  },
  {
    ...{ fault: 'kill extending an attached volume', ...ofVolumes, before: [attachVolume] },
    ...{ asked: extendVolume, done: attached, undone: attached },
    isDone: async (cloud, of) => (await volumeAtRest(cloud, of)).size === 2,
    places: byHost('extend-volume', 'external-events.deliver'),
  },
  {
    ...{ fault: 'kill taking a snapshot of an attached volume', ...ofVolumes, before: [attachVolume] },
    ...{ asked: snapshotVolume, done: attached, undone: attached, isDone: snapshotIsTaken },
    onOneMachine: true,
    places: byHost('snapshot-volume', 'assisted-volume-snapshots.create'),
  },
  {
    ...{ fault: 'kill attaching a port', ...ofPorts, before: [], asked: attachInterface },
    ...{ done: plugged, undone: freePort },
    isDone: async (cloud, of) => (await interfaces(cloud, of)) === 2,
    places: byHost('attach-interface', 'servers.interfaces.attach'),
  },
  {
    ...{ fault: 'kill attaching a network', before: [], asked: makeInterface },
    ...{ done: plugged, undone: {} },
    isDone: async (cloud, of) => (await addresses(cloud, of)) === 2,
    places: byHost('attach-interface', 'servers.interfaces.attach'),
  },
  {
    ...{ fault: 'kill detaching a port', ...ofPorts, before: [attachInterface], asked: detachInterface },
    ...{ done: freePort, undone: plugged },
    isDone: async (cloud, of) => (await interfaces(cloud, of)) === 1,
    places: byHost('detach-interface', 'servers.interfaces.detach'),
  },
]
