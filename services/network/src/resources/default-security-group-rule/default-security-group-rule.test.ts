import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Body, type Reply, startTestNetwork } from '../../../test/test-network.ts'

const refusal = ({ status, body }: Reply) => [status, body.NeutronError?.type]

const told = ({ direction, ethertype, protocol, remote_group_id }: Body) => [
  direction,
  ethertype,
  protocol,
  remote_group_id,
]

test('new security groups start with the default rules that administrators manage', async () => {
  await using cloud = await startTestNetwork()
  const { admin, member } = cloud
  const listed = (await member.get('/v2.0/default-security-group-rules')).body.default_security_group_rules
  assert.equal(listed.length, 4)
  assert.deepEqual(
    listed
      .filter(({ used_in_non_default_sg }: Body) => used_in_non_default_sg)
      .map(({ direction }: Body) => direction),
    ['egress', 'egress'],
  )
  const ssh = { direction: 'ingress', protocol: 'tcp', port_range_min: 22, port_range_max: 22 }
  const add = (parts: Body) =>
    admin.post('/v2.0/default-security-group-rules', { default_security_group_rule: { ...ssh, ...parts } })
  const made = await add({ remote_group_id: 'PARENT' })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id } = made.body.default_security_group_rule
  assert.deepEqual(refusal(await add({ remote_group_id: 'PARENT' })), [409, 'DefaultSecurityGroupRuleExists'])
  assert.deepEqual(refusal(await add({ protocol: 'nonsense' })), [400, 'SecurityGroupRuleInvalidProtocol'])
  for (const { id: usual, direction, used_in_default_sg } of listed)
    if (direction === 'egress' && used_in_default_sg)
      await admin.delete(`/v2.0/default-security-group-rules/${usual}`)

  const web = (await member.post('/v2.0/security-groups', { security_group: { name: 'web' } })).body
    .security_group
  assert.deepEqual(web.security_group_rules.map(told), [['ingress', 'IPv4', 'tcp', web.id]])
  const [usual] = (await member.get('/v2.0/security-groups?name=default')).body.security_groups
  assert.deepEqual(usual.security_group_rules.map(told).toSorted(), [
    ['ingress', 'IPv4', null, usual.id],
    ['ingress', 'IPv6', null, usual.id],
  ])
  assert.equal((await member.delete(`/v2.0/default-security-group-rules/${id}`)).status, 403)
  assert.equal((await admin.delete(`/v2.0/default-security-group-rules/${id}`)).status, 204)
})

test('whether new security groups are stateful can be set for one project or for all', async () => {
  await using cloud = await startTestNetwork()
  const { admin, member } = cloud
  const path = '/v2.0/security-groups-default-statefulness'
  const name = 'security_groups_default_statefulness'
  const made = async (client = member) =>
    (await client.post('/v2.0/security-groups', { security_group: { name: 'g' } })).body.security_group
      .stateful
  assert.equal(await made(), true)
  const all = await admin.post(path, { [name]: { project_id: null, stateful: false } })
  assert.equal(all.status, 201, JSON.stringify(all.body))
  assert.equal(all.body[name].project_id, null)
  assert.equal(await made(), false)
  const manager = cloud.as('alpha', 'manager', 'member', 'reader')
  const own = await manager.post(path, { [name]: { stateful: true } })
  assert.equal(own.body[name].project_id, 'alpha')
  assert.equal(await made(), true)
  assert.equal(await made(cloud.as('beta', 'member', 'reader')), false)
  assert.deepEqual(refusal(await manager.post(path, { [name]: {} })), [
    409,
    'SecurityGroupDefaultStatefulnessAlreadyExists',
  ])
  const one = `${path}/${own.body[name].id}`
  assert.equal((await manager.put(one, { [name]: { stateful: false } })).body[name].stateful, false)
  assert.equal((await manager.get(one)).body[name].stateful, false)
  assert.equal((await cloud.as('beta', 'manager', 'reader').get(one)).status, 404)
  assert.equal((await manager.delete(one)).status, 204)
  assert.deepEqual((await manager.get(path)).body[name], [])
})
