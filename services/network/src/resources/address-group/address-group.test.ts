import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Reply, startTestNetwork } from '../../../test/test-network.ts'

const refusal = ({ status, body }: Reply) => [status, body.NeutronError?.type, body.NeutronError?.message]

test('a member creates an address group, adds and removes addresses, and deletes it', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const made = await member.post('/v2.0/address-groups', {
    address_group: { name: 'offices', addresses: ['10.9.8.7/8', '192.0.2.7', '2001:DB8::/64'] },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const group = made.body.address_group
  const addresses = ['10.0.0.0/8', '192.0.2.7/32', '2001:db8::/64']
  assert.deepEqual([group.addresses, group.shared, group.description], [addresses, false, ''])
  assert.deepEqual([group.project_id, group.tenant_id, group.revision_number], ['alpha', 'alpha', 1])

  const path = `/v2.0/address-groups/${group.id}`
  const renamed = await member.put(path, { address_group: { name: 'homes' } })
  assert.deepEqual([renamed.status, renamed.body.address_group.revision_number], [200, 2])
  const added = await member.put(`${path}/add_addresses`, { addresses: ['198.51.100.0/24'] })
  assert.deepEqual(added.body.address_group.addresses, [...addresses, '198.51.100.0/24'])
  const removed = await member.put(`${path}/remove_addresses`, { addresses: ['192.0.2.7', '10.0.0.0/8'] })
  assert.deepEqual(removed.body.address_group.addresses, ['2001:db8::/64', '198.51.100.0/24'])
  assert.deepEqual((await member.get(path)).body, removed.body)
  const listed = await member.get('/v2.0/address-groups?name=homes&fields=name')
  assert.deepEqual(listed.body.address_groups, [{ name: 'homes' }])
  assert.equal((await member.delete(path)).status, 204)
  assert.deepEqual(refusal(await member.get(path)), [
    404,
    'AddressGroupNotFound',
    `Address group ${group.id} could not be found.`,
  ])
})

test('adding an existing or invalid address, or removing an absent one, is refused and changes nothing', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const { body } = await member.post('/v2.0/address-groups', { address_group: { addresses: ['10.0.0.1'] } })
  const { id } = body.address_group
  const path = `/v2.0/address-groups/${id}`
  assert.deepEqual(
    refusal(await member.put(`${path}/add_addresses`, { addresses: ['10.0.0.2', '10.0.0.1/32'] })),
    [400, 'AddressesAlreadyExist', `Addresses ['10.0.0.1/32'] already exist in the address group ${id}.`],
  )
  assert.deepEqual(refusal(await member.put(`${path}/remove_addresses`, { addresses: ['10.0.0.2'] })), [
    404,
    'AddressesNotFound',
    `Addresses ['10.0.0.2/32'] not found in the address group ${id}.`,
  ])
  for (const addresses of [['10.0.0.300'], ['10.0.0.0/33'], [7], [], 'all'])
    assert.equal((await member.put(`${path}/add_addresses`, { addresses })).status, 400, String(addresses))
  const change = { address_group: { addresses: ['10.0.0.9'] } }
  assert.deepEqual(refusal(await member.put(path, change)).slice(0, 2), [400, 'HTTPBadRequest'])
  assert.deepEqual((await member.get(path)).body.address_group, body.address_group)
})

test('other projects do not see an address group; quota, roles and If-Match are enforced', async () => {
  await using cloud = await startTestNetwork()
  const { member, admin } = cloud
  await admin.put('/v2.0/quotas/alpha', { quota: { address_group: 1 } })
  const { body } = await member.post('/v2.0/address-groups', { address_group: {} })
  const { id } = body.address_group
  const path = `/v2.0/address-groups/${id}`
  assert.deepEqual(refusal(await member.post('/v2.0/address-groups', { address_group: {} })), [
    409,
    'OverQuota',
    "Quota exceeded for resources: ['address_group'].",
  ])
  const stranger = cloud.as('beta', 'member', 'reader')
  assert.deepEqual((await stranger.get('/v2.0/address-groups')).body.address_groups, [])
  for (const reply of [
    await stranger.get(path),
    await stranger.delete(path),
    await stranger.put(`${path}/add_addresses`, { addresses: ['10.0.0.1'] }),
  ])
    assert.equal(reply.status, 404)
  const reader = cloud.as('alpha', 'reader')
  assert.equal((await reader.put(`${path}/add_addresses`, { addresses: ['10.0.0.1'] })).status, 403)
  const stale = { 'if-match': 'revision_number=7' }
  assert.equal((await member.put(path, { address_group: { name: 'x' } }, stale)).status, 412)
})
