import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Body, type Reply, startTestNetwork, type TestNetwork } from '../../../test/test-network.ts'
import { wiredPorts } from '../../../test/wired-ports.ts'

const refusal = ({ status, body }: Reply) => [status, body.NeutronError?.type, body.NeutronError?.message]

const groupOf = async ({ member }: TestNetwork): Promise<string> =>
  (await member.post('/v2.0/security-groups', { security_group: { name: 'web' } })).body.security_group.id

test('a rule with a remote address group follows changes of the group on the port’s host', async () => {
  const { driver, wired } = wiredPorts()
  await using cloud = await startTestNetwork({ driver })
  const { member, nova } = cloud
  const security_group_id = await groupOf(cloud)
  const made = await member.post('/v2.0/address-groups', {
    address_group: { addresses: ['10.0.0.0/24', '10.0.0.7', '2001:db8::/64'] },
  })
  const { id } = made.body.address_group
  const rule = await member.post('/v2.0/security-group-rules', {
    security_group_rule: { security_group_id, direction: 'ingress', remote_address_group_id: id },
  })
  assert.equal(rule.status, 201, JSON.stringify(rule.body))
  assert.equal(rule.body.security_group_rule.remote_address_group_id, id)
  const { body } = await member.post('/v2.0/networks', { network: {} })
  const port = { network_id: body.network.id, project_id: 'alpha', security_groups: [security_group_id] }
  const bound = await nova.post('/v2.0/ports', { port: { ...port, 'binding:host_id': 'host-1' } })
  await cloud.settled()
  const prefixes = () =>
    wired.get(bound.body.port.id)?.rules.find(({ direction }) => direction === 'ingress')?.prefixes
  assert.deepEqual(prefixes(), ['10.0.0.0/24'])

  await member.put(`/v2.0/address-groups/${id}/add_addresses`, { addresses: ['192.0.2.1'] })
  await cloud.settled()
  assert.deepEqual(prefixes(), ['10.0.0.0/24', '192.0.2.1/32'])

  assert.deepEqual(refusal(await member.delete(`/v2.0/address-groups/${id}`)), [
    409,
    'AddressGroupInUse',
    `Address group ${id} is in use on one or more security group rules.`,
  ])
  await member.delete(`/v2.0/security-group-rules/${rule.body.security_group_rule.id}`)
  assert.equal((await member.delete(`/v2.0/address-groups/${id}`)).status, 204)
})

test('an invalid security group rule is refused with Neutron’s message, and not created', async () => {
  await using cloud = await startTestNetwork()
  const security_group_id = await groupOf(cloud)
  const ask = async (parts: Body) =>
    refusal(
      await cloud.member.post('/v2.0/security-group-rules', {
        security_group_rule: { security_group_id, direction: 'ingress', ...parts },
      }),
    )
  assert.deepEqual(await ask({ remote_group_id: 'bad' }), [
    404,
    'SecurityGroupNotFound',
    'Security group bad does not exist',
  ])
  assert.deepEqual(await ask({ ethertype: 'IPv5' }), [
    400,
    'SecurityGroupRuleInvalidEtherType',
    "Security group rule for ethertype 'IPv5' not supported. Allowed values are ['IPv4', 'IPv6'].",
  ])
  assert.deepEqual(await ask({ protocol: 'tcp', port_range_min: 'ssh', port_range_max: 22 }), [
    400,
    'SecurityGroupInvalidPortValue',
    'Invalid value for port ssh',
  ])
  assert.deepEqual(await ask({ remote_ip_prefix: 'nothing' }), [
    400,
    'InvalidCIDR',
    'Invalid CIDR nothing given as IP prefix.',
  ])
  const nowhere = crypto.randomUUID()
  assert.deepEqual(await ask({ remote_address_group_id: nowhere }), [
    404,
    'AddressGroupNotFound',
    `Address group ${nowhere} could not be found.`,
  ])
  const foreign = await cloud.as('beta', 'member').post('/v2.0/address-groups', { address_group: {} })
  const { id } = foreign.body.address_group
  assert.equal((await ask({ remote_address_group_id: id }))[0], 404, 'of another project')
  assert.deepEqual(await ask({ protocol: 'tcp', port_range_min: -16, port_range_max: 80 }), [
    400,
    'SecurityGroupInvalidPortValue',
    'Invalid value for port -16',
  ])
  assert.deepEqual(await ask({ protocol: '41' }), [
    400,
    'SecurityGroupEthertypeConflictWithProtocol',
    'Invalid ethertype IPv4 for protocol 41.',
  ])
  const { body } = await cloud.member.get(`/v2.0/security-groups/${security_group_id}`)
  assert.equal(body.security_group.security_group_rules.length, 2, 'none of them was made')
})

test('a rule of an unknown security group is refused with 404, even if its ID is no UUID', async () => {
  await using cloud = await startTestNetwork()
  for (const security_group_id of ['nothing', '00000000-0000-4000-8000-000000000001'])
    assert.deepEqual(
      refusal(
        await cloud.member.post('/v2.0/security-group-rules', {
          security_group_rule: { security_group_id, direction: 'ingress' },
        }),
      ),
      [404, 'SecurityGroupNotFound', `Security group ${security_group_id} does not exist`],
    )
})

test('a rule with protocol 0, ip, hopopt or any lets in all protocols', async () => {
  const { driver, wired } = wiredPorts()
  await using cloud = await startTestNetwork({ driver })
  const { member, nova } = cloud
  const { body } = await member.post('/v2.0/networks', { network: {} })
  for (const protocol of [0, 'ip', 'hopopt', 'any']) {
    const security_group_id = await groupOf(cloud)
    const made = await member.post('/v2.0/security-group-rules', {
      security_group_rule: { security_group_id, direction: 'ingress', protocol },
    })
    assert.deepEqual([made.status, made.body.security_group_rule?.protocol], [201, String(protocol)])
    const port = { network_id: body.network.id, project_id: 'alpha', security_groups: [security_group_id] }
    const bound = await nova.post('/v2.0/ports', { port: { ...port, 'binding:host_id': 'host-1' } })
    await cloud.settled()
    const ingress = wired.get(bound.body.port.id)?.rules.filter(({ direction }) => direction === 'ingress')
    assert.deepEqual(
      ingress?.map((rule) => rule.protocol),
      [null],
      String(protocol),
    )
  }
})

test('a rule shows normalized_cidr and belongs_to_default_sg', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const { security_groups } = (await member.get('/v2.0/security-groups?name=default')).body
  for (const [security_group_id, ofDefault] of [
    [await groupOf(cloud), false],
    [security_groups[0].id, true],
  ] as const) {
    const made = await member.post('/v2.0/security-group-rules', {
      security_group_rule: { security_group_id, direction: 'ingress', remote_ip_prefix: '10.2.3.124/24' },
    })
    const { id } = made.body.security_group_rule
    const listed = await member.get(`/v2.0/security-group-rules?id=${id}`)
    const shown = await member.get(`/v2.0/security-group-rules/${id}`)
    const { security_group: group } = (await member.get(`/v2.0/security-groups/${security_group_id}`)).body
    for (const rule of [
      made.body.security_group_rule,
      listed.body.security_group_rules[0],
      shown.body.security_group_rule,
      group.security_group_rules.find((each: Body) => each.id === id),
    ])
      assert.deepEqual(
        [rule.remote_ip_prefix, rule.normalized_cidr, rule.belongs_to_default_sg, rule.tenant_id],
        ['10.2.3.124/24', '10.2.3.0/24', ofDefault, 'alpha'],
      )
    const others = group.security_group_rules.filter((each: Body) => each.remote_ip_prefix === null)
    assert.ok(others.length > 0)
    for (const rule of others)
      assert.deepEqual([rule.normalized_cidr, rule.belongs_to_default_sg], [null, ofDefault])
  }
})
