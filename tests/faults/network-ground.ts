import assert from 'node:assert/strict'
import type { Answer, Client } from '@nimbo/testkit/client'
import { eventually } from '@nimbo/testing/eventually'
import type { Loose } from '@nimbo/testing/loose'

/** The networks and hosts on which the network operations run. */
export interface NetworkGround {
  readonly outsideId: string
  readonly networkId: string
  readonly subnetId: string
  readonly hosts: readonly [string, string]
  /** Request headers of a service user; only those may manage bindings. */
  readonly asService: Readonly<Record<string, string>>
}

const made = async (asked: Promise<Answer<Loose>>, kind: string): Promise<Loose> => {
  const { status, body } = await asked
  assert.ok(status === 200 || status === 201, JSON.stringify(body))
  return body[kind]
}

/** Creates a resource and returns its id. */
export const make = async (
  { network }: Client,
  path: string,
  kind: string,
  values: Readonly<Record<string, unknown>>,
): Promise<string> => (await made(network.post(`/v2.0/${path}`, { [kind]: values }), kind)).id

export const show = ({ network }: Client, path: string, kind: string): Promise<Loose> =>
  made(network.get(`/v2.0/${path}`), kind)

export const list = ({ network }: Client, path: string, kinds: string): Promise<readonly Loose[]> =>
  made(network.get(`/v2.0/${path}`), kinds)

const subnetOf = (admin: Client, network_id: string, cidr: string): Promise<string> =>
  make(admin, 'subnets', 'subnet', { network_id, cidr, ip_version: 4, enable_dhcp: false })

/** The first two hosts with an alive port agent; agents report soon after the cloud's start. */
const twoHosts = async (admin: Client): Promise<readonly [string, string]> => {
  const agents = await list(admin, 'agents?binary=neutron-fake-agent&alive=true', 'agents')
  const [one, other] = agents.map(({ host }) => String(host)).toSorted()
  assert.ok(one !== undefined && other !== undefined, 'the cloud has two hosts')
  return [one, other]
}

/** Request headers of a new user with the roles `service` and `admin` in the administrator's project. */
const asService = async ({ identity, projectId }: Client, name: string): Promise<Record<string, string>> => {
  const password = 'works-for-nova'
  const { body: made } = await identity.post('/v3/users', { user: { name, password, domain_id: 'default' } })
  for (const role of ['service', 'admin']) {
    const { body } = await identity.get(`/v3/roles?name=${role}`)
    const place = `/v3/projects/${projectId}/users/${made.user.id}/roles/${body.roles[0].id}`
    assert.equal((await identity.put(place)).status, 204)
  }
  const identified = { methods: ['password'], password: { user: { id: made.user.id, password } } }
  const scope = { project: { id: projectId } }
  const { headers } = await identity.post('/v3/auth/tokens', { auth: { identity: identified, scope } })
  return { 'x-auth-token': headers.get('x-subject-token') ?? '' }
}

/** Creates an external network and an internal one, and waits for two hosts with port agents. */
export const layNetworks = async (admin: Client, name: string): Promise<NetworkGround> => {
  const outsideId = await make(admin, 'networks', 'network', { name, 'router:external': true })
  await subnetOf(admin, outsideId, '203.0.113.0/24')
  const networkId = await make(admin, 'networks', 'network', { name })
  const subnetId = await subnetOf(admin, networkId, '10.30.0.0/24')
  const hosts = await eventually(() => twoHosts(admin))
  return { outsideId, networkId, subnetId, hosts, asService: await asService(admin, name) }
}

const remove = async ({ network }: Client, path: string): Promise<void> => {
  const { status, body } = await network.delete(`/v2.0/${path}`)
  assert.ok(status === 204 || status === 404, `${path}: ${JSON.stringify(body)}`)
}

/** Deletes the networks and everything on them; fails unless nothing of it is left. */
export const clearNetworks = async (
  admin: Client,
  { outsideId, networkId }: NetworkGround,
): Promise<void> => {
  for (const { id, port_id } of await list(admin, 'trunks', 'trunks')) {
    const unbound = { port: { 'binding:host_id': '' } }
    assert.equal((await admin.network.put(`/v2.0/ports/${port_id}`, unbound)).status, 200)
    await remove(admin, `trunks/${id}`)
  }
  for (const { id } of await list(admin, 'floatingips', 'floatingips'))
    await remove(admin, `floatingips/${id}`)
  for (const { id } of await list(admin, 'routers', 'routers')) {
    const owner = 'network:router_interface'
    for (const { id: port_id } of await list(admin, `ports?device_id=${id}&device_owner=${owner}`, 'ports'))
      assert.equal(
        (await admin.network.put(`/v2.0/routers/${id}/remove_router_interface`, { port_id })).status,
        200,
      )
    await remove(admin, `routers/${id}`)
  }
  for (const { id, device_owner } of await list(admin, `ports?network_id=${networkId}`, 'ports')) {
    assert.ok(!device_owner.startsWith('network:'), `a port of ${device_owner} is left`)
    await remove(admin, `ports/${id}`)
  }
  assert.deepEqual(await list(admin, `ports?network_id=${outsideId}`, 'ports'), [])
  for (const id of [outsideId, networkId]) await remove(admin, `networks/${id}`)
}
