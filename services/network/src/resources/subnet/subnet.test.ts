import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestNetwork } from '../../../test/test-network.ts'

test('subnets are found by whether their network is shared', async () => {
  await using cloud = await startTestNetwork()
  const { admin } = cloud
  const ids: string[] = []
  for (const shared of [true, false]) {
    const { body } = await admin.post('/v2.0/networks', { network: { shared } })
    const subnet = { network_id: body.network.id, ip_version: 4, cidr: '10.0.0.0/24' }
    ids.push((await admin.post('/v2.0/subnets', { subnet })).body.subnet.id)
  }
  const found = async (query: string) => {
    const { status, body } = await admin.get(`/v2.0/subnets?${query}&fields=id`)
    assert.equal(status, 200, JSON.stringify(body))
    return body.subnets.map(({ id }: { id: string }) => id).toSorted()
  }
  assert.deepEqual(await found('shared=True'), [ids[0]])
  assert.deepEqual(await found('shared=False'), [ids[1]])
  assert.deepEqual(await found('shared=False&shared=True'), ids.toSorted())
  assert.equal((await admin.get('/v2.0/subnets?shared=perhaps')).status, 400)
})

test('a CIDR that is none is neither found nor made', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const { body } = await member.post('/v2.0/networks', { network: {} })
  const subnet = { network_id: body.network.id, ip_version: 4, cidr: 'nothing' }
  for (const refused of [
    await member.get('/v2.0/subnets?cidr=nothing'),
    await member.post('/v2.0/subnets', { subnet }),
  ])
    assert.deepEqual(
      [refused.status, refused.body.NeutronError.message],
      [400, 'Invalid input for operation: nothing is not in a CIDR format.'],
    )
})
