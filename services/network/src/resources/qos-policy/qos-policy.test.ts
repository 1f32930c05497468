import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Body, type Reply, startTestNetwork, type TestNetwork } from '../../../test/test-network.ts'
import { wiredPorts } from '../../../test/wired-ports.ts'

const refusal = ({ status, body }: Reply) => [status, body.NeutronError?.type]

const managerOf = (cloud: TestNetwork) => cloud.as('alpha', 'manager', 'member', 'reader')

const policyOf = async (cloud: TestNetwork, parts: Body = {}): Promise<Body> => {
  const { status, body } = await managerOf(cloud).post('/v2.0/qos/policies', {
    policy: { name: 'gold', ...parts },
  })
  assert.equal(status, 201, JSON.stringify(body))
  return body.policy
}

test('rules are managed under their QoS policy, which shows them, by managers of its project', async () => {
  await using cloud = await startTestNetwork()
  const manager = managerOf(cloud)
  const policy = await policyOf(cloud)
  const rules = `/v2.0/qos/policies/${policy.id}/bandwidth_limit_rules`
  const made = await manager.post(rules, { bandwidth_limit_rule: { max_kbps: 1000 } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, ...rule } = made.body.bandwidth_limit_rule
  assert.deepEqual(rule, { max_kbps: 1000, max_burst_kbps: 0, direction: 'egress' })
  const shown = (await manager.get(`/v2.0/qos/policies/${policy.id}`)).body.policy
  assert.deepEqual(shown.rules, [{ ...rule, id, qos_policy_id: policy.id, type: 'bandwidth_limit' }])
  assert.equal(shown.revision_number, policy.revision_number + 1)
  assert.deepEqual((await manager.get(rules)).body.bandwidth_limit_rules, [{ ...rule, id }])
  assert.equal((await cloud.member.get(`${rules}/${id}`)).status, 200)
  assert.deepEqual(refusal(await cloud.member.delete(`${rules}/${id}`)), [403, 'PolicyNotAuthorized'])
  const foreign = cloud.as('beta', 'manager', 'member', 'reader')
  assert.deepEqual(refusal(await foreign.get(rules)), [404, 'QosPolicyNotFound'])
  assert.deepEqual(refusal(await foreign.post(rules, { bandwidth_limit_rule: { max_kbps: 1 } })), [
    404,
    'QosPolicyNotFound',
  ])
  const other = await policyOf(cloud)
  const elsewhere = await manager.get(`/v2.0/qos/policies/${other.id}/bandwidth_limit_rules/${id}`)
  assert.deepEqual(
    [refusal(elsewhere), elsewhere.body.NeutronError.message],
    [[404, 'QosRuleNotFound'], `QoS rule ${id} for policy ${other.id} could not be found.`],
  )
  const lost = '11111111-1111-4111-8111-111111111111'
  assert.equal(
    (await manager.get(`${rules}?limit=1&marker=${lost}`)).body.NeutronError.message,
    `QoS rule ${lost} for policy ${policy.id} could not be found.`,
  )
  const changed = await manager.put(`${rules}/${id}`, { bandwidth_limit_rule: { max_kbps: 2000 } })
  assert.equal(changed.body.bandwidth_limit_rule.max_kbps, 2000)
  const alias = `/v2.0/qos/alias_bandwidth_limit_rules/${id}`
  assert.equal((await manager.get(alias)).body.alias_bandwidth_limit_rule.max_kbps, 2000)
  assert.equal((await foreign.get(alias)).status, 404)
  const again = await manager.put(alias, { alias_bandwidth_limit_rule: { direction: 'ingress' } })
  assert.equal(again.body.alias_bandwidth_limit_rule.direction, 'ingress')
  assert.equal((await manager.delete(alias)).status, 204)
  assert.deepEqual((await manager.get(rules)).body.bandwidth_limit_rules, [])
})

test('conflicting or invalid rules of a QoS policy are refused', async () => {
  await using cloud = await startTestNetwork()
  const manager = managerOf(cloud)
  const policy = await policyOf(cloud)
  const add = async (type: string, rule: Body) =>
    manager.post(`/v2.0/qos/policies/${policy.id}/${type}_rules`, { [`${type}_rule`]: rule })
  assert.equal((await add('bandwidth_limit', { max_kbps: 1000 })).status, 201)
  assert.deepEqual(refusal(await add('bandwidth_limit', { max_kbps: 10 })), [409, 'QoSRulesConflict'])
  assert.equal((await add('bandwidth_limit', { max_kbps: 10, direction: 'ingress' })).status, 201)
  assert.deepEqual(refusal(await add('minimum_bandwidth', { min_kbps: 2000 })), [
    409,
    'QoSRuleParameterConflict',
  ])
  assert.equal((await add('minimum_bandwidth', { min_kbps: 500 })).status, 201)
  assert.equal((await add('dscp_marking', { dscp_mark: '26' })).status, 201)
  assert.deepEqual(refusal(await add('dscp_marking', { dscp_mark: 8 })), [409, 'QoSRulesConflict'])
  assert.deepEqual(refusal(await add('dscp_marking', { dscp_mark: 7 })), [400, 'HTTPBadRequest'])
  assert.equal((await add('minimum_packet_rate', { min_kpps: 5, direction: 'any' })).status, 201)
  assert.deepEqual(refusal(await add('minimum_packet_rate', { min_kpps: 5 })), [
    409,
    'QoSRuleParameterConflict',
  ])
  assert.equal((await add('packet_rate_limit', { max_kpps: 5 })).status, 201)
  const { rules } = (await manager.get(`/v2.0/qos/policies/${policy.id}`)).body.policy
  assert.equal(rules.length, 6)
})

test('a port uses its own QoS policy or else its network’s, and shows the resource request', async () => {
  await using cloud = await startTestNetwork()
  const { member, admin } = cloud
  const manager = managerOf(cloud)
  const policy = await policyOf(cloud)
  await manager.post(`/v2.0/qos/policies/${policy.id}/minimum_bandwidth_rules`, {
    minimum_bandwidth_rule: { min_kbps: 1000 },
  })
  const made = await member.post('/v2.0/networks', { network: { qos_policy_id: policy.id } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const network_id = made.body.network.id
  const port = (await admin.post('/v2.0/ports', { port: { network_id, project_id: 'alpha' } })).body.port
  assert.deepEqual([port.qos_policy_id, port.qos_network_policy_id], [null, policy.id])
  const [group] = port.resource_request.request_groups
  assert.deepEqual(group.resources, { NET_BW_EGR_KILOBIT_PER_SEC: 1000 })
  assert.deepEqual(group.required, ['CUSTOM_NETWORK_TUNNEL_PROVIDER', 'CUSTOM_VNIC_TYPE_NORMAL'])
  assert.deepEqual(port.resource_request.same_subtree, [group.id])
  const shown = (await admin.get(`/v2.0/ports/${port.id}`)).body.port
  assert.deepEqual(shown.resource_request, port.resource_request)
  assert.deepEqual(
    (await admin.get(`/v2.0/ports?id=${port.id}`)).body.ports[0].resource_request,
    shown.resource_request,
  )
  assert.ok(!('resource_request' in (await member.get(`/v2.0/ports/${port.id}`)).body.port))

  const own = await policyOf(cloud)
  const changed = await member.put(`/v2.0/ports/${port.id}`, { port: { qos_policy_id: own.id } })
  assert.equal(changed.body.port.qos_policy_id, own.id)
  assert.equal((await admin.get(`/v2.0/ports/${port.id}`)).body.port.resource_request, null)
  for (const [id, type] of [
    [own.id, 'port'],
    [policy.id, 'network'],
  ]) {
    const refused = await manager.delete(`/v2.0/qos/policies/${id}`)
    assert.deepEqual(refusal(refused), [409, 'QosPolicyInUse'])
    assert.match(refused.body.NeutronError.message, new RegExp(`is used by ${type} `))
  }
  const foreign = cloud.as('beta', 'manager', 'member', 'reader')
  const theirs = (await foreign.post('/v2.0/qos/policies', { policy: { name: 'x' } })).body.policy
  const taken = await member.put(`/v2.0/ports/${port.id}`, { port: { qos_policy_id: theirs.id } })
  assert.deepEqual(refusal(taken), [404, 'QosPolicyNotFound'])
  await member.put(`/v2.0/ports/${port.id}`, { port: { qos_policy_id: null } })
  assert.equal((await manager.delete(`/v2.0/qos/policies/${own.id}`)).status, 204)
})

test('a minimum bandwidth rule cannot be changed or deleted while the port of a server uses it', async () => {
  await using cloud = await startTestNetwork()
  const manager = managerOf(cloud)
  const policy = await policyOf(cloud)
  const rules = `/v2.0/qos/policies/${policy.id}/minimum_bandwidth_rules`
  const { id } = (await manager.post(rules, { minimum_bandwidth_rule: { min_kbps: 1 } })).body
    .minimum_bandwidth_rule
  const network = (await cloud.member.post('/v2.0/networks', { network: {} })).body.network
  const port = { network_id: network.id, qos_policy_id: policy.id, device_owner: 'compute:nova' }
  assert.equal((await cloud.member.post('/v2.0/ports', { port })).status, 201)
  for (const refused of [
    await manager.put(`${rules}/${id}`, { minimum_bandwidth_rule: { min_kbps: 2 } }),
    await manager.delete(`${rules}/${id}`),
  ])
    assert.deepEqual([refused.status, Object.keys(refused.body)], [501, ['NotImplementedError']])
})

test('a project has one default QoS policy, which its new networks use', async () => {
  await using cloud = await startTestNetwork()
  const manager = managerOf(cloud)
  const usual = await policyOf(cloud, { is_default: true })
  const another = await manager.post('/v2.0/qos/policies', { policy: { is_default: true } })
  assert.deepEqual(refusal(another), [409, 'QoSPolicyDefaultAlreadyExists'])
  const network = (await cloud.member.post('/v2.0/networks', { network: {} })).body.network
  assert.equal(network.qos_policy_id, usual.id)
})

test('other projects can use a shared QoS policy, which stays shared while it is in use', async () => {
  await using cloud = await startTestNetwork()
  const { admin } = cloud
  const shared = (await admin.post('/v2.0/qos/policies', { policy: { shared: true } })).body.policy
  const path = `/v2.0/qos/policies/${shared.id}`
  assert.equal((await cloud.member.get(path)).body.policy.shared, true)
  const made = await cloud.member.post('/v2.0/networks', { network: { qos_policy_id: shared.id } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.deepEqual(refusal(await admin.put(path, { policy: { shared: false } })), [409, 'RbacPolicyInUse'])
  await cloud.member.delete(`/v2.0/networks/${made.body.network.id}`)
  assert.equal((await admin.put(path, { policy: { shared: false } })).status, 200)
  assert.equal((await cloud.member.get(path)).status, 404)
})

test('members list the QoS rule types, and administrators see their parameters', async () => {
  await using cloud = await startTestNetwork()
  const types = (await cloud.member.get('/v2.0/qos/rule-types')).body.rule_types
  assert.deepEqual(
    types.map(({ type }: Body) => type),
    ['bandwidth_limit', 'dscp_marking', 'minimum_bandwidth', 'packet_rate_limit', 'minimum_packet_rate'],
  )
  const one = '/v2.0/qos/rule-types/bandwidth_limit'
  assert.equal((await cloud.member.get(one)).status, 403)
  const { rule_type } = (await cloud.admin.get(one)).body
  assert.deepEqual(rule_type.drivers[0].supported_parameters, [
    {
      parameter_name: 'max_kbps',
      parameter_type: 'range',
      parameter_values: { start: 0, end: 2_147_483_647 },
    },
    {
      parameter_name: 'max_burst_kbps',
      parameter_type: 'range',
      parameter_values: { start: 0, end: 2_147_483_647 },
    },
    { parameter_name: 'direction', parameter_type: 'choices', parameter_values: ['egress', 'ingress'] },
  ])
  assert.equal((await cloud.admin.get('/v2.0/qos/rule-types/speed')).status, 404)
})

test('hosts apply the QoS policies of their ports, and every change of them', async () => {
  const { driver, wired } = wiredPorts()
  await using cloud = await startTestNetwork({ driver })
  const manager = managerOf(cloud)
  const policy = await policyOf(cloud)
  const rules = `/v2.0/qos/policies/${policy.id}`
  const { id } = (
    await manager.post(`${rules}/bandwidth_limit_rules`, {
      bandwidth_limit_rule: { max_kbps: 1000, max_burst_kbps: 100, direction: 'ingress' },
    })
  ).body.bandwidth_limit_rule
  const network = (await cloud.member.post('/v2.0/networks', { network: {} })).body.network
  const port = { network_id: network.id, 'binding:host_id': 'host-1', project_id: 'alpha' }
  const made = (await cloud.nova.post('/v2.0/ports', { port })).body.port
  const qos = async () => {
    await cloud.settled()
    return wired.get(made.id)?.qos
  }
  assert.equal(await qos(), undefined)
  const any = { kbps: 0, burstKbit: 0, kpps: 0, burstKpps: 0 }
  const ingress = { ...any, kbps: 1000, burstKbit: 100 }
  await cloud.member.put(`/v2.0/networks/${network.id}`, { network: { qos_policy_id: policy.id } })
  assert.deepEqual(await qos(), { egress: any, ingress, dscpMark: null })
  await manager.post(`${rules}/dscp_marking_rules`, { dscp_marking_rule: { dscp_mark: 26 } })
  await manager.post(`${rules}/packet_rate_limit_rules`, {
    packet_rate_limit_rule: { max_kpps: 2, max_burst_kpps: 1 },
  })
  assert.deepEqual(await qos(), { egress: { ...any, kpps: 2, burstKpps: 1 }, ingress, dscpMark: 26 })
  await manager.delete(`${rules}/bandwidth_limit_rules/${id}`)
  assert.deepEqual((await qos())?.ingress, any)
  await cloud.member.put(`/v2.0/networks/${network.id}`, { network: { qos_policy_id: null } })
  assert.equal(await qos(), undefined)
})
