import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Body, type Client, type Reply, startTestNetwork } from '../../../test/test-network.ts'

const alpha = '00000000-0000-4000-8000-00000000000a'
const beta = '00000000-0000-4000-8000-00000000000b'
const gamma = '00000000-0000-4000-8000-00000000000c'

const refusal = ({ status, body }: Reply) => [status, body.NeutronError?.type]

const share = (client: Client, parts: Body) =>
  client.post('/v2.0/rbac-policies', {
    rbac_policy: { object_type: 'network', action: 'access_as_shared', target_tenant: beta, ...parts },
  })

test('another project can use a network shared with it, which stays shared while it has a port there', async () => {
  await using cloud = await startTestNetwork()
  const [owner, friend, stranger] = [alpha, beta, gamma].map((id) => cloud.as(id, 'member', 'reader'))
  assert.ok(owner && friend && stranger)
  const network = (await owner.post('/v2.0/networks', { network: { name: 'ours' } })).body.network
  const path = `/v2.0/networks/${network.id}`
  await owner.post('/v2.0/subnets', {
    subnet: { network_id: network.id, ip_version: 4, cidr: '10.0.0.0/24', enable_dhcp: false },
  })
  assert.equal((await friend.get(path)).status, 404)
  const made = await share(owner, { object_id: network.id })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const policy = made.body.rbac_policy
  assert.deepEqual(
    [policy.project_id, policy.tenant_id, policy.target_tenant, policy.object_type],
    [alpha, alpha, beta, 'network'],
  )
  assert.equal((await friend.get(path)).body.network.shared, true)
  assert.equal((await owner.get(path)).body.network.shared, false)
  assert.equal((await friend.get('/v2.0/networks')).body.networks.length, 1)
  assert.equal((await friend.get('/v2.0/subnets')).body.subnets.length, 1)
  assert.equal((await stranger.get(path)).status, 404)
  assert.deepEqual(refusal(await friend.put(path, { network: { name: 'mine' } })), [
    403,
    'PolicyNotAuthorized',
  ])

  const port = await friend.post('/v2.0/ports', { port: { network_id: network.id } })
  assert.equal(port.status, 201, JSON.stringify(port.body))
  assert.deepEqual(refusal(await owner.delete(`/v2.0/rbac-policies/${policy.id}`)), [409, 'RbacPolicyInUse'])
  const moved = await owner.put(`/v2.0/rbac-policies/${policy.id}`, { rbac_policy: { target_tenant: gamma } })
  assert.deepEqual(refusal(moved), [409, 'RbacPolicyInUse'])
  await friend.delete(`/v2.0/ports/${port.body.port.id}`)
  assert.equal((await owner.delete(`/v2.0/rbac-policies/${policy.id}`)).status, 204)
  assert.equal((await friend.get(path)).status, 404)
})

test('shared and external networks have an RBAC policy for all, and such a policy makes them so', async () => {
  await using cloud = await startTestNetwork()
  const { admin } = cloud
  const friend = cloud.as(beta, 'member', 'reader')
  const network = (await admin.post('/v2.0/networks', { network: { shared: true } })).body.network
  const policies = async () =>
    (await admin.get(`/v2.0/rbac-policies?object_id=${network.id}`)).body.rbac_policies.map(
      ({ action, target_tenant }: Body) => [action, target_tenant],
    )
  const path = `/v2.0/networks/${network.id}`
  assert.deepEqual(await policies(), [['access_as_shared', '*']])
  await admin.put(path, { network: { shared: false, 'router:external': true } })
  assert.deepEqual(await policies(), [['access_as_external', '*']])
  assert.equal((await friend.get(path)).body.network.shared, false)
  const [external] = (await admin.get('/v2.0/rbac-policies')).body.rbac_policies
  await admin.delete(`/v2.0/rbac-policies/${external.id}`)
  assert.equal((await friend.get(path)).status, 404)
  const all = await share(admin, { object_id: network.id, target_tenant: '*' })
  assert.equal(all.status, 201, JSON.stringify(all.body))
  assert.equal((await friend.get(path)).body.network.shared, true)
  assert.deepEqual(refusal(await share(admin, { object_id: network.id, target_tenant: '*' })), [
    409,
    'DuplicateRbacPolicy',
  ])
  await admin.delete(path)
  assert.deepEqual(await policies(), [])
})

test('an RBAC policy for a foreign or unknown object, or with an invalid action or target, is refused', async () => {
  await using cloud = await startTestNetwork()
  const { admin } = cloud
  const owner = cloud.as(alpha, 'member', 'reader')
  const other = cloud.as(gamma, 'member', 'reader')
  const network = (await owner.post('/v2.0/networks', { network: {} })).body.network
  const ask = async (client: Client, parts: Body) =>
    refusal(await share(client, { object_id: network.id, ...parts }))
  assert.deepEqual(await ask(other, {}), [400, 'InvalidInput'])
  assert.deepEqual(await ask(owner, { target_tenant: '*' }), [403, 'PolicyNotAuthorized'])
  assert.deepEqual(await ask(owner, { target_tenant: 'them' }), [400, 'InvalidInput'])
  assert.deepEqual(await ask(owner, { object_type: 'port' }), [400, 'InvalidInput'])
  assert.deepEqual(await ask(owner, { action: 'access_as_owner' }), [400, 'InvalidActionForType'])
  assert.deepEqual(await ask(owner, { object_id: beta }), [404, 'NetworkNotFound'])
  assert.deepEqual(await ask(owner, { object_type: 'address_scope', object_id: beta }), [
    404,
    'ObjectNotFound',
  ])
  assert.equal((await share(admin, { object_id: network.id })).status, 201)
})

test('address groups, security groups, subnet pools and address scopes can be shared with a project', async () => {
  await using cloud = await startTestNetwork()
  const owner = cloud.as(alpha, 'member', 'reader')
  const friend = cloud.as(beta, 'member', 'reader')
  for (const [type, name, path, body] of [
    ['address_group', 'address_group', 'address-groups', {}],
    ['security_group', 'security_group', 'security-groups', { name: 'web' }],
    ['subnetpool', 'subnetpool', 'subnetpools', { name: 'pool', prefixes: ['10.0.0.0/8'] }],
    ['address_scope', 'address_scope', 'address-scopes', { ip_version: 6 }],
  ] as const) {
    const object = (await owner.post(`/v2.0/${path}`, { [name]: body })).body[name]
    const one = `/v2.0/${path}/${object.id}`
    assert.equal((await friend.get(one)).status, 404, type)
    assert.equal((await share(owner, { object_type: type, object_id: object.id })).status, 201, type)
    const seen = await friend.get(one)
    assert.deepEqual([seen.status, seen.body[name].shared], [200, true], type)
    assert.equal((await friend.delete(one)).status, 403, type)
    assert.equal((await owner.delete(one)).status, 204, type)
  }
  assert.deepEqual((await owner.get('/v2.0/rbac-policies')).body.rbac_policies, [])
})

test('the number of RBAC policies is limited by the quota', async () => {
  await using cloud = await startTestNetwork({
    config: (defaults) => ({ ...defaults, QUOTAS: { ...defaults.QUOTAS, quota_rbac_policy: 1 } }),
  })
  const owner = cloud.as(alpha, 'member', 'reader')
  const network = (await owner.post('/v2.0/networks', { network: {} })).body.network
  assert.equal((await share(owner, { object_id: network.id })).status, 201)
  const more = await share(owner, { object_id: network.id, target_tenant: gamma })
  assert.deepEqual(refusal(more), [409, 'OverQuota'])
})

test('an external RBAC policy stays while a router of its target project has a gateway there', async () => {
  await using cloud = await startTestNetwork()
  const { admin } = cloud
  const friend = cloud.as(beta, 'member', 'reader')
  const { id } = (await admin.post('/v2.0/networks', { network: { 'router:external': true } })).body.network
  const subnet = { network_id: id, ip_version: 4, cidr: '198.51.100.0/24', enable_dhcp: false }
  await admin.post('/v2.0/subnets', { subnet })
  const [everyone] = (await admin.get(`/v2.0/rbac-policies?object_id=${id}`)).body.rbac_policies
  const router = { external_gateway_info: { network_id: id } }
  const made = await friend.post('/v2.0/routers', { router })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const withdraw = () => admin.delete(`/v2.0/rbac-policies/${everyone.id}`)
  assert.deepEqual(refusal(await withdraw()), [409, 'RbacPolicyInUse'])
  const own = await share(admin, { object_id: id, action: 'access_as_external' })
  assert.equal(own.status, 201, JSON.stringify(own.body))
  assert.equal((await withdraw()).status, 204)
  assert.equal((await friend.get(`/v2.0/networks/${id}`)).status, 200)
  assert.equal((await cloud.as(gamma, 'member', 'reader').get(`/v2.0/networks/${id}`)).status, 404)
  const mine = `/v2.0/rbac-policies/${own.body.rbac_policy.id}`
  assert.deepEqual(refusal(await admin.delete(mine)), [409, 'RbacPolicyInUse'])
  await friend.delete(`/v2.0/routers/${made.body.router.id}`)
  assert.equal((await admin.delete(mine)).status, 204)
})

test('a subnet pool in an address scope can be shared only with projects that can use the scope', async () => {
  await using cloud = await startTestNetwork()
  const owner = cloud.as(alpha, 'member', 'reader')
  const scope = { name: 's', ip_version: 4 }
  const { id: address_scope_id } = (await owner.post('/v2.0/address-scopes', { address_scope: scope })).body
    .address_scope
  const pool = { name: 'p', prefixes: ['10.0.0.0/16'], address_scope_id }
  const { id: object_id } = (await owner.post('/v2.0/subnetpools', { subnetpool: pool })).body.subnetpool
  const refused = await share(owner, { object_type: 'subnetpool', object_id })
  assert.deepEqual(refusal(refused), [400, 'InvalidInput'])
  assert.match(
    refused.body.NeutronError.message,
    /target project doesn't have access to associated address scope/,
  )
  assert.equal(
    (await share(owner, { object_type: 'address_scope', object_id: address_scope_id })).status,
    201,
  )
  const made = await share(owner, { object_type: 'subnetpool', object_id })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const path = `/v2.0/rbac-policies/${made.body.rbac_policy.id}`
  const moved = await owner.put(path, { rbac_policy: { target_tenant: gamma } })
  assert.deepEqual(refusal(moved), [400, 'InvalidInput'])
  assert.equal((await owner.get(path)).body.rbac_policy.target_tenant, beta)
})

test('an invalid RBAC action is refused with a message that lists the valid ones', async () => {
  await using cloud = await startTestNetwork()
  const owner = cloud.as(alpha, 'member', 'reader')
  const { id: object_id } = (await owner.post('/v2.0/networks', { network: {} })).body.network
  const { status, body } = await share(owner, { object_id, action: 'access_as_friend' })
  assert.deepEqual(
    [status, body.NeutronError.type, body.NeutronError.message],
    [
      400,
      'InvalidActionForType',
      "Invalid action 'access_as_friend' for object type 'network'. Valid actions: ('access_as_shared', 'access_as_external')",
    ],
  )
})
