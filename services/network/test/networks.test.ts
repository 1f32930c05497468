import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestNetwork, willingDriver, willingHost } from './test-network.ts'

test('a member creates a network, a subnet and a port, with defaults and without admin attributes', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const network = await member.post('/v2.0/networks', { network: { name: 'blue' } })
  assert.equal(network.status, 201, JSON.stringify(network.body))
  const { id, mtu, project_id, tenant_id, ...rest } = network.body.network
  assert.deepEqual([mtu, project_id, tenant_id], [1450, 'alpha', 'alpha'])
  assert.ok(!('provider:network_type' in rest), 'members do not see provider attributes')

  const subnet = await member.post('/v2.0/subnets', {
    subnet: { network_id: id, cidr: '10.1.0.0/24', ip_version: 4 },
  })
  assert.equal(subnet.status, 201, JSON.stringify(subnet.body))
  assert.equal(subnet.body.subnet.gateway_ip, '10.1.0.1')
  assert.deepEqual(subnet.body.subnet.allocation_pools, [{ start: '10.1.0.2', end: '10.1.0.254' }])

  const port = await member.post('/v2.0/ports', { port: { network_id: id } })
  assert.equal(port.status, 201, JSON.stringify(port.body))
  assert.match(port.body.port.mac_address, /^fa:16:3e(:[0-9a-f]{2}){3}$/)
  assert.equal(port.body.port.fixed_ips.length, 1)
  assert.equal(port.body.port.security_groups.length, 1)
  assert.ok(!('binding:host_id' in port.body.port), 'members do not see hosts')

  const groups = await member.get('/v2.0/security-groups')
  assert.deepEqual(
    groups.body.security_groups.map(({ name }: { name: string }) => name),
    ['default'],
  )
  assert.equal(groups.body.security_groups[0].security_group_rules.length, 4)
})

test('a bound port becomes ACTIVE and compute gets its event; binding it to an unknown host fails', async () => {
  await using cloud = await startTestNetwork()
  const { nova } = cloud
  const { body } = await nova.post('/v2.0/networks', { network: {} })
  const network_id = body.network.id
  await nova.post('/v2.0/subnets', { subnet: { network_id, cidr: '10.0.0.0/28', ip_version: 4 } })
  const device = { device_id: 'server-1', device_owner: 'compute:nova' }
  const made = await nova.post('/v2.0/ports', { port: { network_id, ...device } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.equal(made.body.port['binding:vif_type'], 'unbound')
  const bound = await nova.put(`/v2.0/ports/${made.body.port.id}`, { port: { 'binding:host_id': 'host-1' } })
  assert.equal(bound.status, 200, JSON.stringify(bound.body))
  assert.equal(bound.body.port['binding:vif_type'], 'bridge')
  assert.deepEqual(bound.body.port['binding:vif_details'], {
    port_filter: true,
    connectivity: 'l2',
    bridge_name: `brq${network_id.slice(0, 11)}`,
  })
  await cloud.settled()
  assert.deepEqual(cloud.events, [
    { name: 'network-vif-plugged', server_uuid: 'server-1', tag: made.body.port.id, status: 'completed' },
  ])
  const shown = await nova.get(`/v2.0/ports/${made.body.port.id}`)
  assert.equal(shown.body.port.status, 'ACTIVE')
  const nowhere = await nova.put(`/v2.0/ports/${made.body.port.id}`, {
    port: { 'binding:host_id': 'nowhere' },
  })
  assert.equal(nowhere.body.port['binding:vif_type'], 'binding_failed')
  assert.equal(nowhere.body.port.status, 'DOWN')
})

test('a port is not bound to a host whose agent no longer reports, except right after an outage', async () => {
  await using cloud = await startTestNetwork()
  const { nova } = cloud
  const { body } = await nova.post('/v2.0/networks', { network: {} })
  const network_id = body.network.id
  const boundAs = async (): Promise<unknown> => {
    const port = { network_id, 'binding:host_id': 'host-1' }
    return (await nova.post('/v2.0/ports', { port })).body.port['binding:vif_type']
  }
  cloud.pass(76_000)
  assert.equal(await boundAs(), 'binding_failed')
  cloud.interrupted()
  assert.equal(await boundAs(), 'bridge')
})

test('a network created right after an outage gets DHCP from a host that has not reported again yet', async () => {
  await using cloud = await startTestNetwork()
  const dhcpPorts = async (): Promise<number> => {
    const { body } = await cloud.member.post('/v2.0/networks', { network: {} })
    const network_id = body.network.id
    await cloud.member.post('/v2.0/subnets', { subnet: { network_id, cidr: '10.0.0.0/28', ip_version: 4 } })
    const served = await cloud.admin.get(`/v2.0/ports?network_id=${network_id}&device_owner=network:dhcp`)
    return served.body.ports.length
  }
  cloud.pass(76_000)
  assert.equal(await dhcpPorts(), 0)
  cloud.interrupted()
  assert.equal(await dhcpPorts(), 1)
})

test('port changes that a killed server did not announce to hosts are announced by the next server', async () => {
  const served: number[] = []
  const filtered: string[] = []
  const driver = willingDriver(() => {
    const host = willingHost()
    const ensureDhcp: typeof host.dhcp.ensureDhcp = async (network) => {
      await host.dhcp.ensureDhcp(network)
      served.push(network.hosts.length)
    }
    const wirePorts: typeof host.ports.wirePorts = async (ports) => {
      filtered.push(...ports.map(({ id }) => id))
      return host.ports.wirePorts(ports)
    }
    return { ...host, dhcp: { ...host.dhcp, ensureDhcp }, ports: { ...host.ports, wirePorts } }
  })
  await using cloud = await startTestNetwork({ driver })
  const { body } = await cloud.member.post('/v2.0/networks', { network: {} })
  const network_id = body.network.id
  await cloud.member.post('/v2.0/subnets', { subnet: { network_id, cidr: '10.0.0.0/28', ip_version: 4 } })
  const wired = await cloud.nova.post('/v2.0/ports', {
    port: { network_id, project_id: 'alpha', 'binding:host_id': 'host-1', device_owner: 'compute:nova' },
  })
  await cloud.settled()
  filtered.length = 0
  await cloud.losingSignals(() => cloud.member.post('/v2.0/ports', { port: { network_id } }))
  await cloud.settled()
  assert.deepEqual([served.at(-1), filtered], [1, []])
  await cloud.addServer()
  await cloud.settled()
  assert.equal(served.at(-1), 2)
  assert.ok(filtered.includes(wired.body.port.id), 'its security group has a new member')
})
