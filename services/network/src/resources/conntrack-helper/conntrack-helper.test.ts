import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Body, type Reply, startTestNetwork } from '../../../test/test-network.ts'

const refusal = ({ status, body }: Reply) => [status, body.NeutronError?.type, body.NeutronError?.message]

test('conntrack helpers of a router are created, changed and deleted, and the router shows them', async () => {
  await using cloud = await startTestNetwork()
  const { member } = cloud
  const { router } = (await member.post('/v2.0/routers', { router: {} })).body
  const path = `/v2.0/routers/${router.id}/conntrack_helpers`
  const help = (conntrack_helper: Body) => member.post(path, { conntrack_helper })
  const made = await help({ protocol: 'udp', port: 69, helper: 'tftp' })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, ...shown } = made.body.conntrack_helper
  assert.deepEqual(shown, { protocol: 'udp', port: 69, helper: 'tftp' })
  assert.deepEqual((await member.get(`/v2.0/routers/${router.id}`)).body.router.conntrack_helpers, [
    { id, ...shown },
  ])
  const changed = await member.put(`${path}/${id}`, { conntrack_helper: { port: 6969 } })
  assert.deepEqual([changed.status, changed.body.conntrack_helper.port], [200, 6969])
  assert.deepEqual((await member.get(path)).body.conntrack_helpers, [changed.body.conntrack_helper])

  assert.deepEqual(refusal(await help({ protocol: 'udp', port: 6969, helper: 'tftp' })).slice(0, 2), [
    400,
    'BadRequest',
  ])
  assert.deepEqual(refusal(await help({ protocol: 'tcp', port: 69, helper: 'tftp' })), [
    400,
    'InvalidProtocolForHelper',
    'Conntrack helper tftp does not support protocol tcp. Supported protocols: udp',
  ])
  assert.deepEqual(refusal(await help({ protocol: 'tcp', port: 1, helper: 'gopher' })), [
    400,
    'ConntrackHelperNotAllowed',
    'Conntrack helper gopher is not allowed.',
  ])
  assert.equal((await help({ protocol: 'tcp', port: 0, helper: 'ftp' })).status, 400)
  const stranger = cloud.as('beta', 'member', 'reader')
  assert.equal((await stranger.get(path)).status, 404)
  assert.equal((await member.delete(`${path}/${id}`)).status, 204)
  assert.deepEqual(refusal(await member.get(`${path}/${id}`)).slice(0, 2), [404, 'ConntrackHelperNotFound'])
  await help({ protocol: 'tcp', port: 21, helper: 'ftp' })
  assert.equal((await member.delete(`/v2.0/routers/${router.id}`)).status, 204)
})
