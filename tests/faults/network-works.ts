import assert from 'node:assert/strict'
import type { Answer, Client } from '@nimbo/testkit/client'
import type { SpanPlace } from '@nimbo/testkit/crash-plan'
import type { Loose } from '@nimbo/testing/loose'
import { list, make, type NetworkGround, show } from './network-ground.ts'

/** Ids of the resources that an operation is about, by names that it chooses. */
type Ids = Readonly<Record<string, string>>

interface Of {
  readonly admin: Client
  readonly ground: NetworkGround
  readonly name: string
  readonly ids: Ids
}

/** An operation of the network service, during which its server or an agent is killed. */
export interface NetworkWork {
  readonly fault: string
  /** Spans of the operation, at which a process dies. */
  readonly places: readonly SpanPlace[]
  /** Makes the resources that the request is about. */
  before(of: Omit<Of, 'ids'>): Promise<Ids>
  ask(of: Of, headers: Record<string, string>): Promise<Answer<Loose>>
  /** Fails unless the operation has not begun. */
  clean(of: Of): Promise<void>
  /** Fails unless the operation is complete. */
  whole(of: Of): Promise<void>
}

const operation = (name: string): SpanPlace => ({ name: `network.${name}`, service: 'neutron-server' })
const wiring: readonly SpanPlace[] = [
  { name: 'q-agent.portsChanged', service: 'neutron-fake-agent' },
  { name: 'q-plugin.devicesUp', service: 'neutron-fake-agent' },
]
const routing: SpanPlace = { name: 'l3_agent.routersChanged', service: 'neutron-l3-agent' }
const reaching: SpanPlace = { name: 'q-l3-plugin.floatingIpsReached', service: 'neutron-l3-agent' }

const portsOf = async (admin: Client, deviceId: string): Promise<readonly string[]> => {
  const ports = await list(admin, `ports?device_id=${deviceId}`, 'ports')
  return ports.map(({ device_owner, status }) => `${device_owner} ${status}`).toSorted()
}
const gateway = 'network:router_gateway ACTIVE'
const inside = 'network:router_interface ACTIVE'

const outside = ({ outsideId }: NetworkGround) => ({ external_gateway_info: { network_id: outsideId } })

const makeRouter: NetworkWork = {
  fault: 'kill making a router',
  places: [operation('routers.create'), ...wiring],
  before: async () => ({}),
  ask: ({ admin, ground, name }, headers) =>
    admin.network.post('/v2.0/routers', { router: { name, ...outside(ground) } }, headers),
  clean: async ({ admin, ground }) => {
    assert.deepEqual(await list(admin, 'routers', 'routers'), [])
    assert.deepEqual(await list(admin, `ports?network_id=${ground.outsideId}`, 'ports'), [])
  },
  whole: async ({ admin }) => {
    const [router, ...others] = await list(admin, 'routers', 'routers')
    assert.deepEqual(others, [], 'one request makes one router')
    assert.deepEqual(await portsOf(admin, router?.id ?? 'none'), [gateway])
  },
}

const routerIn = async ({ admin, ground, name }: Omit<Of, 'ids'>): Promise<string> =>
  make(admin, 'routers', 'router', { name, ...outside(ground) })

const join = ({ admin, ground }: Pick<Of, 'admin' | 'ground'>, id: string, headers = {}) =>
  admin.network.put(`/v2.0/routers/${id}/add_router_interface`, { subnet_id: ground.subnetId }, headers)

const joinRouter: NetworkWork = {
  fault: 'kill joining a router',
  places: [operation('routers.add_router_interface'), ...wiring, routing],
  before: async (of) => ({ router: await routerIn(of) }),
  ask: (of, headers) => join(of, of.ids.router ?? '', headers),
  clean: async ({ admin, ids }) => assert.deepEqual(await portsOf(admin, ids.router ?? ''), [gateway]),
  whole: async ({ admin, ids }) =>
    assert.deepEqual(await portsOf(admin, ids.router ?? ''), [gateway, inside]),
}

const deleteRouter: NetworkWork = {
  fault: 'kill deleting a router',
  places: [operation('routers.delete'), routing],
  before: async (of) => ({ router: await routerIn(of) }),
  ask: ({ admin, ids }, headers) => admin.network.delete(`/v2.0/routers/${ids.router}`, headers),
  clean: async ({ admin, ids }) => assert.deepEqual(await portsOf(admin, ids.router ?? ''), [gateway]),
  whole: makeRouter.clean,
}

const portOn = ({ admin, ground, name }: Omit<Of, 'ids'>, more = {}): Promise<string> =>
  make(admin, 'ports', 'port', { name, network_id: ground.networkId, ...more })

/** A router between both networks, and two ports on the internal one. */
const reachable = async (of: Omit<Of, 'ids'>): Promise<Ids> => {
  const router = await routerIn(of)
  assert.equal((await join(of, router)).status, 200)
  const host = { 'binding:host_id': of.ground.hosts[0] }
  return { router, port: await portOn(of, host), other: await portOn(of, host) }
}

const floatingAt = async ({ admin, ground }: Of, portId: string): Promise<void> => {
  const [floating, ...others] = await list(admin, 'floatingips', 'floatingips')
  assert.deepEqual(others, [], 'one request makes one floating IP')
  assert.deepEqual([floating?.port_id, floating?.status], [portId, 'ACTIVE'])
  const held = await list(
    admin,
    `ports?network_id=${ground.outsideId}&device_owner=network:floatingip`,
    'ports',
  )
  assert.deepEqual(
    held.map(({ device_id }) => device_id),
    [floating?.id],
  )
}
const noFloating = async ({ admin, ground }: Of): Promise<void> => {
  assert.deepEqual(await list(admin, 'floatingips', 'floatingips'), [])
  const held = `ports?network_id=${ground.outsideId}&device_owner=network:floatingip`
  assert.deepEqual(await list(admin, held, 'ports'), [])
}
const withFloating = async (of: Omit<Of, 'ids'>): Promise<Ids> => {
  const ids = await reachable(of)
  const wish = { floating_network_id: of.ground.outsideId, port_id: ids.port }
  return { ...ids, floating: await make(of.admin, 'floatingips', 'floatingip', wish) }
}

const makeFloating: NetworkWork = {
  fault: 'kill making a floating IP',
  places: [operation('floatingips.create'), routing, reaching],
  before: reachable,
  ask: ({ admin, ground, ids }, headers) =>
    admin.network.post(
      '/v2.0/floatingips',
      { floatingip: { floating_network_id: ground.outsideId, port_id: ids.port } },
      headers,
    ),
  clean: noFloating,
  whole: (of) => floatingAt(of, of.ids.port ?? ''),
}

const moveFloating: NetworkWork = {
  fault: 'kill moving a floating IP',
  places: [operation('floatingips.update'), routing, reaching],
  before: withFloating,
  ask: ({ admin, ids }, headers) =>
    admin.network.put(`/v2.0/floatingips/${ids.floating}`, { floatingip: { port_id: ids.other } }, headers),
  clean: (of) => floatingAt(of, of.ids.port ?? ''),
  whole: (of) => floatingAt(of, of.ids.other ?? ''),
}

const deleteFloating: NetworkWork = {
  fault: 'kill deleting a floating IP',
  places: [operation('floatingips.delete'), routing],
  before: withFloating,
  ask: ({ admin, ids }, headers) => admin.network.delete(`/v2.0/floatingips/${ids.floating}`, headers),
  clean: (of) => floatingAt(of, of.ids.port ?? ''),
  whole: noFloating,
}

export const routerWorks = [
  ...[makeRouter, joinRouter, deleteRouter],
  ...[makeFloating, moveFloating, deleteFloating],
] as const

const bound = async ({ admin, ids }: Of, wanted: readonly [host: string, status: string]): Promise<void> => {
  const port = await show(admin, `ports/${ids.port}`, 'port')
  assert.deepEqual([port['binding:host_id'], port.status], wanted)
}

const bindPort: NetworkWork = {
  fault: 'kill binding a port',
  places: [operation('ports.update'), ...wiring],
  before: async (of) => ({ port: await portOn(of) }),
  ask: ({ admin, ground, ids }, headers) =>
    admin.network.put(`/v2.0/ports/${ids.port}`, { port: { 'binding:host_id': ground.hosts[0] } }, headers),
  clean: (of) => bound(of, ['', 'DOWN']),
  whole: (of) => bound(of, [of.ground.hosts[0], 'ACTIVE']),
}

const bindings = async ({ admin, ground, ids }: Of): Promise<readonly string[]> => {
  const { body } = await admin.network.get(`/v2.0/ports/${ids.port}/bindings`, ground.asService)
  const all: readonly Loose[] = body.bindings
  return all.map(({ host, status }) => `${host} ${status}`).toSorted()
}
const boundToFirst = async (of: Omit<Of, 'ids'>): Promise<Ids> => ({
  port: await portOn(of, { 'binding:host_id': of.ground.hosts[0], device_owner: 'compute:nova' }),
})

const bindToAnother: NetworkWork = {
  fault: 'kill binding a port to another host',
  places: [operation('port_bindings.create')],
  before: boundToFirst,
  ask: ({ admin, ground, ids }, headers) =>
    admin.network.post(
      `/v2.0/ports/${ids.port}/bindings`,
      { binding: { host: ground.hosts[1] } },
      { ...headers, ...ground.asService },
    ),
  clean: async (of) => {
    assert.deepEqual(await bindings(of), [`${of.ground.hosts[0]} ACTIVE`])
    await bound(of, [of.ground.hosts[0], 'ACTIVE'])
  },
  whole: async (of) => {
    assert.deepEqual(await bindings(of), [`${of.ground.hosts[0]} ACTIVE`, `${of.ground.hosts[1]} INACTIVE`])
    await bound(of, [of.ground.hosts[0], 'ACTIVE'])
  },
}

const activate: NetworkWork = {
  fault: 'kill activating a binding',
  places: [operation('port_bindings.activate'), ...wiring],
  before: async (of) => {
    const ids = await boundToFirst(of)
    const { status, body } = await bindToAnother.ask({ ...of, ids }, {})
    assert.equal(status, 201, JSON.stringify(body))
    return ids
  },
  ask: ({ admin, ground, ids }, headers) =>
    admin.network.put(
      `/v2.0/ports/${ids.port}/bindings/${ground.hosts[1]}/activate`,
      {},
      { ...headers, ...ground.asService },
    ),
  clean: bindToAnother.whole,
  whole: async (of) => {
    assert.deepEqual(await bindings(of), [`${of.ground.hosts[0]} INACTIVE`, `${of.ground.hosts[1]} ACTIVE`])
    await bound(of, [of.ground.hosts[1], 'ACTIVE'])
  },
}

const parentAndChild = async (of: Omit<Of, 'ids'>): Promise<Ids> => ({
  parent: await portOn(of),
  child: await portOn(of),
})

const subPort = ({ child }: Ids) => ({ port_id: child, segmentation_type: 'vlan', segmentation_id: 101 })

const isFree = async ({ admin, ids }: Of): Promise<void> => {
  const { device_owner, 'binding:host_id': host } = await show(admin, `ports/${ids.child}`, 'port')
  assert.deepEqual([device_owner, host], ['', ''])
}
const noTrunk = async (of: Of): Promise<void> => {
  assert.deepEqual(await list(of.admin, 'trunks', 'trunks'), [])
  await isFree(of)
}
const trunked = async ({ admin, ids }: Of): Promise<void> => {
  const [trunk, ...others] = await list(admin, 'trunks', 'trunks')
  assert.deepEqual(others, [], 'one request makes one trunk')
  assert.deepEqual(
    [trunk?.port_id, trunk?.sub_ports.map((each: Loose) => each.port_id)],
    [ids.parent, [ids.child]],
  )
}
/** Fails unless the trunk is ACTIVE and its sub-port is bound to the host of the parent port. */
const carried = async (of: Of): Promise<void> => {
  await trunked(of)
  const [trunk] = await list(of.admin, 'trunks', 'trunks')
  const { device_owner, 'binding:host_id': host } = await show(of.admin, `ports/${of.ids.child}`, 'port')
  assert.deepEqual([trunk?.status, device_owner, host], ['ACTIVE', 'trunk:subport', of.ground.hosts[0]])
}
const emptyTrunk = async (of: Of): Promise<void> => {
  const [trunk] = await list(of.admin, 'trunks', 'trunks')
  assert.deepEqual([trunk?.id, trunk?.sub_ports], [of.ids.trunk, []])
  await isFree(of)
}
const trunkOf = async (of: Omit<Of, 'ids'>, sub_ports: (ids: Ids) => readonly object[]): Promise<Ids> => {
  const ids = await parentAndChild(of)
  const wish = { port_id: ids.parent, sub_ports: sub_ports(ids) }
  return { ...ids, trunk: await make(of.admin, 'trunks', 'trunk', wish) }
}
/** The same with the parent port bound to a host; such a trunk can be changed but not deleted. */
const boundTrunkOf: typeof trunkOf = async (of, sub_ports) => {
  const ids = await trunkOf(of, sub_ports)
  const host = { port: { 'binding:host_id': of.ground.hosts[0] } }
  assert.equal((await of.admin.network.put(`/v2.0/ports/${ids.parent}`, host)).status, 200)
  return ids
}

const makeTrunk: NetworkWork = {
  fault: 'kill making a trunk',
  places: [operation('trunks.create')],
  before: parentAndChild,
  ask: ({ admin, ids }, headers) =>
    admin.network.post(
      '/v2.0/trunks',
      { trunk: { port_id: ids.parent, sub_ports: [subPort(ids)] } },
      headers,
    ),
  clean: noTrunk,
  whole: trunked,
}

const addSubPort: NetworkWork = {
  fault: 'kill adding a sub-port',
  places: [operation('trunks.add_subports')],
  before: (of) => boundTrunkOf(of, () => []),
  ask: ({ admin, ids }, headers) =>
    admin.network.put(`/v2.0/trunks/${ids.trunk}/add_subports`, { sub_ports: [subPort(ids)] }, headers),
  clean: emptyTrunk,
  whole: carried,
}

const removeSubPort: NetworkWork = {
  fault: 'kill removing a sub-port',
  places: [operation('trunks.remove_subports')],
  before: (of) => boundTrunkOf(of, (ids) => [subPort(ids)]),
  ask: ({ admin, ids }, headers) =>
    admin.network.put(
      `/v2.0/trunks/${ids.trunk}/remove_subports`,
      { sub_ports: [{ port_id: ids.child }] },
      headers,
    ),
  clean: carried,
  whole: emptyTrunk,
}

const deleteTrunk: NetworkWork = {
  fault: 'kill deleting a trunk',
  places: [operation('trunks.delete')],
  before: (of) => trunkOf(of, (ids) => [subPort(ids)]),
  ask: ({ admin, ids }, headers) => admin.network.delete(`/v2.0/trunks/${ids.trunk}`, headers),
  clean: trunked,
  whole: noTrunk,
}

export const bindingWorks = [bindPort, bindToAnother, activate] as const
export const trunkWorks = [makeTrunk, addSubPort, removeSubPort, deleteTrunk] as const
