import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Body, type Reply, startTestNetwork, type TestNetwork } from '../../../test/test-network.ts'

const refusal = ({ status, body }: Reply) => [status, body.NeutronError?.type]

const portOf = async ({ nova }: TestNetwork, parts: Body = {}): Promise<string> => {
  const { body } = await nova.post('/v2.0/networks', { network: {} })
  const port = { network_id: body.network.id, device_owner: 'compute:nova', device_id: 'server-1', ...parts }
  return (await nova.post('/v2.0/ports', { port })).body.port.id
}

test('a port gets an inactive binding on a second host, and activating it moves the port there', async () => {
  await using cloud = await startTestNetwork({ hosts: ['host-1', 'host-2'] })
  const { nova } = cloud
  const id = await portOf(cloud, { 'binding:host_id': 'host-1' })
  const path = `/v2.0/ports/${id}/bindings`
  const bindings = async (query = '') =>
    (await nova.get(`${path}${query}`)).body.bindings.map(({ host, status }: Body) => [host, status])
  assert.deepEqual(await bindings(), [['host-1', 'ACTIVE']])
  const made = await nova.post(path, { binding: { host: 'host-2', profile: { migrating_to: 'host-2' } } })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  assert.deepEqual(
    [made.body.binding.status, made.body.binding.vif_type, made.body.binding.profile],
    ['INACTIVE', 'bridge', { migrating_to: 'host-2' }],
  )
  assert.deepEqual(refusal(await nova.post(path, { binding: { host: 'host-2' } })), [
    409,
    'PortBindingAlreadyExists',
  ])
  assert.equal((await nova.get(`/v2.0/ports/${id}`)).body.port['binding:host_id'], 'host-1')

  const moved = await nova.put(`${path}/host-2/activate`, {})
  assert.deepEqual([moved.status, moved.body.binding.status], [200, 'ACTIVE'], JSON.stringify(moved.body))
  assert.deepEqual(await bindings(), [
    ['host-2', 'ACTIVE'],
    ['host-1', 'INACTIVE'],
  ])
  assert.deepEqual(await bindings('?status=INACTIVE'), [['host-1', 'INACTIVE']])
  const port = (await nova.get(`/v2.0/ports/${id}`)).body.port
  assert.deepEqual([port['binding:host_id'], port['binding:profile']], ['host-2', { migrating_to: 'host-2' }])
  await cloud.settled()
  assert.equal((await nova.get(`/v2.0/ports/${id}`)).body.port.status, 'ACTIVE')
  assert.deepEqual(refusal(await nova.put(`${path}/host-2/activate`, {})), [409, 'PortBindingAlreadyActive'])
  assert.deepEqual(refusal(await nova.put(`${path}/host-3/activate`, {})), [404, 'PortBindingNotFound'])
  assert.equal((await nova.delete(`${path}/host-1`)).status, 204)
  assert.equal((await nova.delete(`${path}/host-2`)).status, 204)
  assert.deepEqual(await bindings(), [])
  assert.equal((await nova.get(`/v2.0/ports/${id}`)).body.port['binding:vif_type'], 'unbound')
})

test('only services create port bindings, only on known hosts and for ports of servers', async () => {
  await using cloud = await startTestNetwork()
  const { nova, admin } = cloud
  const id = await portOf(cloud)
  const path = `/v2.0/ports/${id}/bindings`
  assert.deepEqual(refusal(await nova.post(path, { binding: { host: 'nowhere' } })), [
    409,
    'PortBindingError',
  ])
  assert.equal((await nova.post(path, { binding: { host: 'host-1' } })).body.binding.status, 'ACTIVE')
  assert.equal((await admin.post(path, { binding: { host: 'host-1' } })).status, 403)
  assert.equal((await admin.get(`${path}/host-1`)).body.binding.host, 'host-1')
  const other = await portOf(cloud, { device_owner: '' })
  assert.deepEqual(refusal(await nova.get(`/v2.0/ports/${other}/bindings`)), [400, 'BadRequest'])
})
