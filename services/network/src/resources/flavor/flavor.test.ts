import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Body, type Reply, startTestNetwork } from '../../../test/test-network.ts'

const refusal = ({ status, body }: Reply) => [status, body.NeutronError?.type]

test('administrators manage flavors and their service profiles, and members see the flavors', async () => {
  await using cloud = await startTestNetwork()
  const { admin, member } = cloud
  const [provider] = (await member.get('/v2.0/service-providers')).body.service_providers
  assert.deepEqual(provider, { service_type: 'L3_ROUTER_NAT', name: 'single_node', default: true })
  const add = (service_profile: Body) => admin.post('/v2.0/service_profiles', { service_profile })
  assert.deepEqual(refusal(await add({})), [400, 'ServiceProfileEmpty'])
  assert.deepEqual(refusal(await add({ driver: 'none' })), [404, 'ServiceProfileDriverNotFound'])
  const profile = (await add({ metainfo: '{}' })).body.service_profile
  const made = await admin.post('/v2.0/flavors', {
    flavor: { name: 'gold', service_type: provider.service_type },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { flavor } = made.body
  const none = await admin.post('/v2.0/flavors', { flavor: { service_type: 'COFFEE' } })
  assert.deepEqual(refusal(none), [400, 'InvalidServiceType'])
  const profiles = `/v2.0/flavors/${flavor.id}/service_profiles`
  const tie = () => admin.post(profiles, { service_profile: { id: profile.id } })
  assert.equal((await tie()).status, 201)
  assert.deepEqual(refusal(await tie()), [409, 'FlavorServiceProfileBindingExists'])
  assert.deepEqual((await member.get(`/v2.0/flavors/${flavor.id}`)).body.flavor.service_profiles, [
    profile.id,
  ])
  const one = `/v2.0/service_profiles/${profile.id}`
  assert.deepEqual((await admin.get(one)).body.service_profile.flavors, [flavor.id])
  assert.deepEqual(refusal(await admin.put(one, { service_profile: { enabled: false } })), [
    409,
    'ServiceProfileInUse',
  ])
  assert.deepEqual(refusal(await admin.delete(one)), [409, 'ServiceProfileInUse'])
  assert.equal((await admin.delete(`${profiles}/${profile.id}`)).status, 204)
  assert.deepEqual(refusal(await admin.delete(`${profiles}/${profile.id}`)), [
    404,
    'FlavorServiceProfileBindingNotFound',
  ])
  assert.equal((await member.delete(`/v2.0/flavors/${flavor.id}`)).status, 403)
  assert.equal((await admin.delete(`/v2.0/flavors/${flavor.id}`)).status, 204)
  assert.equal((await admin.delete(one)).status, 204)
})
