import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Body, startTestNetwork, type TestNetwork } from '../../../test/test-network.ts'

const servedPorts = async ({ member, admin }: TestNetwork): Promise<number> => {
  const { body } = await member.post('/v2.0/networks', { network: {} })
  const network_id = body.network.id
  await member.post('/v2.0/subnets', { subnet: { network_id, cidr: '10.0.0.0/28', ip_version: 4 } })
  const served = await admin.get(`/v2.0/ports?network_id=${network_id}&device_owner=network:dhcp`)
  return served.body.ports.length
}

test('the DHCP agent of a host is listed separately, and ports still bind there once it is disabled', async () => {
  await using cloud = await startTestNetwork()
  const { admin, nova } = cloud
  const listed = await admin.get('/v2.0/agents?agent_type=DHCP%20agent')
  const [agent, ...others] = listed.body.agents
  assert.deepEqual(
    [agent.host, agent.binary, agent.topic, agent.alive, others],
    ['host-1', 'neutron-dhcp-agent', 'dhcp_agent', true, []],
  )
  assert.equal(agent.configurations.dhcp_lease_duration, 86_400)
  assert.equal((await admin.get('/v2.0/agents?host=host-1')).body.agents.length, 2)
  assert.equal(await servedPorts(cloud), 1)

  await admin.put(`/v2.0/agents/${agent.id}`, { agent: { admin_state_up: false } })
  assert.equal(await servedPorts(cloud), 0)
  const { body } = await nova.post('/v2.0/networks', { network: {} })
  const port = { network_id: body.network.id, 'binding:host_id': 'host-1' }
  assert.equal((await nova.post('/v2.0/ports', { port })).body.port['binding:vif_type'], 'bridge')
})

test('filtering agents by an unknown attribute is refused', async () => {
  await using cloud = await startTestNetwork()
  const refused = await cloud.admin.get('/v2.0/agents?colour=blue')
  assert.deepEqual(
    [refused.status, refused.body.NeutronError],
    [400, { type: 'HTTPBadRequest', message: "['colour'] is invalid attribute for filtering", detail: '' }],
  )
  assert.equal((await cloud.admin.get('/v2.0/agents?host=host-1&fields=id')).body.agents.length, 2)
})

test('hosts list a metadata agent only if they run routers and a metadata secret is configured', async () => {
  const listed = async ({ admin }: TestNetwork) =>
    (await admin.get('/v2.0/agents?agent_type=Metadata%20agent')).body.agents
  await using silent = await startTestNetwork()
  assert.deepEqual(await listed(silent), [])
  await using cloud = await startTestNetwork({
    hosts: ['host-1', 'host-2'],
    routed: true,
    config: (defaults) => ({
      ...defaults,
      DEFAULT: { ...defaults.DEFAULT, metadata_proxy_shared_secret: 'shared' },
    }),
  })
  const [agent, ...others] = (await listed(cloud)).toSorted((one: Body, other: Body) =>
    one.host.localeCompare(other.host),
  )
  assert.deepEqual(
    [agent.host, agent.binary, agent.topic, agent.alive, agent.configurations],
    [
      'host-1',
      'neutron-metadata-agent',
      'N/A',
      true,
      { nova_metadata_host: '127.0.0.1', nova_metadata_port: 8775 },
    ],
  )
  assert.deepEqual(
    others.map(({ host }: Body) => host),
    ['host-2'],
  )
})

test('an availability zone hint for a zone without agents is refused, and nothing is created', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  for (const kind of ['network', 'router']) {
    const ask = (...zones: string[]) =>
      member.post(`/v2.0/${kind}s`, { [kind]: { availability_zone_hints: zones } })
    const refused = await ask('nova', 'nowhere')
    assert.deepEqual(
      [refused.status, refused.body.NeutronError],
      [
        404,
        {
          type: 'AvailabilityZoneNotFound',
          message: 'AvailabilityZone nowhere could not be found.',
          detail: '',
        },
      ],
    )
    const made = await ask('nova')
    assert.deepEqual([made.status, made.body[kind].availability_zone_hints], [201, ['nova']])
    assert.equal((await member.get(`/v2.0/${kind}s`)).body[`${kind}s`].length, 1)
  }
})

test('a zone is listed for networks and routers, and unavailable for routers once its L3 agent is disabled', async () => {
  await using cloud = await startTestNetwork({ routed: true })
  const { admin, member } = cloud
  const zones = async () => (await member.get('/v2.0/availability_zones')).body.availability_zones
  const zone = (resource: string, state = 'available') => ({ name: 'nova', resource, state })
  assert.deepEqual(await zones(), [zone('network'), zone('router')])
  const [agent] = (await admin.get('/v2.0/agents?agent_type=L3%20agent')).body.agents
  await admin.put(`/v2.0/agents/${agent.id}`, { agent: { admin_state_up: false } })
  assert.deepEqual(await zones(), [zone('network'), zone('router', 'unavailable')])
})
