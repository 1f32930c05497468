import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HostNetwork, NetworkSegment, WiredPort } from '@nimbo/network/driver/network-agent-driver'
import { type Body, startTestNetwork, type TestNetwork, willingDriver, willingHost } from './test-network.ts'

const gone = 'feedfeed-0000-4000-8000-000000000001'
const short = gone.slice(0, 11)

const network: NetworkSegment = {
  ...{ id: gone, bridge: `brq${short}`, mtu: 1450, type: 'vxlan' },
  ...{ physicalNetwork: null, segmentationId: 7 },
}
const port: WiredPort = {
  ...{ id: gone, device: `tap${short}`, mac: 'fa:16:3e:00:00:01', addresses: [], allowedPairs: [] },
  ...{ adminStateUp: true, filtered: true, rules: [], network },
}

const kinds = async ({ admin }: TestNetwork): Promise<readonly string[]> => {
  const { status, body } = await admin.get('/v2.0/nimbo-audit?grace=0')
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual(body.audit.not_audited, [])
  return body.audit.findings.map(({ kind }: Body) => kind).toSorted()
}

const repairAll = async (cloud: TestNetwork): Promise<void> => {
  const { body } = await cloud.admin.post('/v2.0/nimbo-audit', { repair: true, grace: 0 })
  for (const { kind, repaired, failure } of body.audit.findings) assert.ok(repaired, `${kind}: ${failure}`)
  await cloud.settled()
}

/** A network with a router, and a port bound to the only host. */
const furnished = async ({ member, nova }: TestNetwork): Promise<{ network_id: string; port_id: string }> => {
  const network_id = (await member.post('/v2.0/networks', { network: {} })).body.network.id
  const subnet = { network_id, cidr: '10.0.0.0/24', ip_version: 4 }
  const { id: subnet_id } = (await member.post('/v2.0/subnets', { subnet })).body.subnet
  const { router } = (await member.post('/v2.0/routers', { router: {} })).body
  await member.put(`/v2.0/routers/${router.id}/add_router_interface`, { subnet_id })
  const { body } = await nova.post('/v2.0/ports', { port: { network_id, 'binding:host_id': 'host-1' } })
  return { network_id, port_id: body.port.id }
}

test('the audit finds nothing in a consistent cloud, and only administrators can request it', async () => {
  await using cloud = await startTestNetwork({ routed: true })
  await furnished(cloud)
  await cloud.settled()
  assert.deepEqual(await kinds(cloud), [])
  const { looked_at } = (await cloud.admin.get('/v2.0/nimbo-audit?grace=0')).body.audit
  assert.deepEqual(looked_at, { networks: 1, 'network ports': 3, routers: 1, 'network hosts': 1 })
  assert.equal((await cloud.member.get('/v2.0/nimbo-audit')).status, 403)
  assert.equal((await cloud.admin.get('/v2.0/nimbo-audit?grace=soon')).status, 400)
})

test('bridges, filters and DHCP that a host lacks or has too many of are found, and repaired by its agent', async () => {
  const host = willingHost()
  let leases: readonly string[] = []
  const leasing: HostNetwork = { ...host, dhcp: { ...host.dhcp, leases: async () => leases } }
  await using cloud = await startTestNetwork({ driver: willingDriver(() => leasing) })
  const { network_id, port_id } = await furnished(cloud)
  await cloud.settled()
  assert.deepEqual(await kinds(cloud), [])

  await host.wires.ensureNetwork(network)
  await host.ports.wirePorts([port])
  await host.ports.unwirePort(port_id.slice(0, 11))
  await host.dhcp.removeDhcp(network_id)
  assert.deepEqual(await kinds(cloud), [
    ...['bridge-without-network', 'filter-without-port', 'network-without-dhcp', 'port-without-filter'],
  ])
  await repairAll(cloud)
  assert.deepEqual(await kinds(cloud), [])

  leases = ['10.0.0.1', '192.0.2.77']
  assert.deepEqual(await kinds(cloud), ['lease-without-port'])
})

test('namespaces of deleted routers, and routers without a namespace, are found and repaired', async () => {
  const driver = willingDriver()
  const routers = await driver.openRouters?.('host-1')
  assert.ok(routers)
  await using cloud = await startTestNetwork({
    routed: true,
    driver: { ...driver, openRouters: async () => routers },
  })
  await furnished(cloud)
  await cloud.settled()
  assert.deepEqual(await kinds(cloud), [])
  const [id = ''] = await routers.routers()
  await routers.removeRouter(id)
  const empty = { interfaces: [], gateways: [], routes: [], floatingIps: [], helpers: [], forwardings: [] }
  await routers.ensureRouter({ id: gone, adminStateUp: true, ...empty })
  assert.deepEqual(await kinds(cloud), ['namespace-without-router', 'router-without-namespace'])
  await repairAll(cloud)
  assert.deepEqual(await kinds(cloud), [])
})

test('the audit deletes ports of deleted routers and floating IPs, and releases sub-ports of deleted trunks', async () => {
  await using cloud = await startTestNetwork()
  const { admin } = cloud
  const { network_id } = await furnished(cloud)
  await cloud.settled()
  const left = async (device_owner: string): Promise<string> => {
    const { status, body } = await admin.post('/v2.0/ports', {
      port: { network_id, device_id: gone, device_owner },
    })
    assert.equal(status, 201, JSON.stringify(body))
    return body.port.id
  }
  const ofRouter = await left('network:router_gateway')
  const ofFloatingIp = await left('network:floatingip')
  const ofTrunk = await left('trunk:subport')
  assert.deepEqual(await kinds(cloud), [
    ...['port-of-gone-floating-ip', 'port-of-gone-router', 'sub-port-of-gone-trunk'],
  ])
  await repairAll(cloud)
  assert.deepEqual(await kinds(cloud), [])
  for (const id of [ofRouter, ofFloatingIp]) assert.equal((await admin.get(`/v2.0/ports/${id}`)).status, 404)
  assert.equal((await admin.get(`/v2.0/ports/${ofTrunk}`)).body.port.device_owner, '')
})

test('a host whose agent no longer reports is listed as not audited, without findings', async () => {
  await using cloud = await startTestNetwork()
  await furnished(cloud)
  await cloud.settled()
  cloud.pass(200_000)
  const { findings, not_audited } = (await cloud.admin.get('/v2.0/nimbo-audit?grace=0')).body.audit
  assert.deepEqual([findings, not_audited.map(({ name }: Body) => name)], [[], ['host-1']])
})
