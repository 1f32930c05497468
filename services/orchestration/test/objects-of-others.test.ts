import assert from 'node:assert/strict'
import { test } from 'node:test'
import { json } from '@nimbo/http/reply'
import { makeFlavor } from '@nimbo/testkit/make-flavor'
import { makeImage } from '@nimbo/testkit/make-image'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { servicesWithApi } from '@nimbo/testkit/services-with-api'
import { outputTemplate, stacksOf } from './stacks-story.ts'

/** What happens to the next requests for a volume type, each of which the client sees fail: it cannot tell one from the other. */
const fates: ('request lost' | 'reply lost')[] = []

/** What a stack that a service has refused an object leaves behind, and what it leaves alone. */
const cloud = ownCloud({
  services: servicesWithApi('cinder-api', (api) => async (request) => {
    if (request.method !== 'POST' || !request.path.endsWith('/types')) return api(request)
    const fate = fates.shift()
    if (fate === 'reply lost') await api(request)
    return fate === undefined ? api(request) : json(503, { error: { message: 'The proxy has lost Cinder' } })
  }),
})
const stacks = stacksOf(() => cloud().admin)

const sshKey = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGtQUDZWhs8k/cZcykMkaoX7ZE7DXld8TP79HyddVMTS ada'

/** Makes a stack of which a resource fails. */
const failed = async (name: string, resources: object, more = {}): Promise<string> => {
  const place = await stacks.create(name, outputTemplate(resources), more)
  const { stack_status, stack_status_reason } = await stacks.settled(place)
  assert.match(stack_status, /FAILED|ROLLBACK_COMPLETE/, stack_status_reason)
  return place
}

test('a stack whose objects could not be made because of their names does not delete those of that name', async () => {
  const { admin } = cloud()
  const { project } = (await admin.identity.post('/v3/projects', { project: { name: 'prod' } })).body
  const flavor = await makeFlavor(admin, { name: 'giant' })
  const { keypair } = (
    await admin.compute.post('/os-keypairs', { keypair: { name: 'mine', type: 'ssh', public_key: sshKey } })
  ).body
  const { volume_type: type } = (await admin.volume.post('/v3/types', { volume_type: { name: 'gold' } })).body
  const resources = {
    project: { type: 'OS::Keystone::Project', properties: { name: 'prod' } },
    flavor: { type: 'OS::Nova::Flavor', properties: { name: 'giant', ram: 64, vcpus: 1 } },
    key: { type: 'OS::Nova::KeyPair', properties: { name: 'mine' } },
    type: { type: 'OS::Cinder::VolumeType', properties: { name: 'gold' } },
  }
  for (const [name, resource] of Object.entries(resources)) {
    await failed(`undone-${name}`, { [name]: resource }, { disable_rollback: false })
    await stacks.drop(await failed(`dropped-${name}`, { [name]: resource }))
  }
  const standing = [
    await admin.identity.get(`/v3/projects/${project.id}`),
    await admin.compute.get(`/flavors/${flavor}`),
    await admin.compute.get(`/os-keypairs/${keypair.name}`),
    await admin.volume.get(`/v3/types/${type.id}`),
  ]
  assert.deepEqual(
    standing.map(({ status }) => status),
    [200, 200, 200, 200],
  )
})

test('a stack whose request was lost does not take the object of that name for its own', async () => {
  const { volume } = cloud().admin
  const { volume_type: type } = (await volume.post('/v3/types', { volume_type: { name: 'silver' } })).body
  fates.push('request lost')
  const silver = { type: 'OS::Cinder::VolumeType', properties: { name: 'silver' } }
  await stacks.drop(await failed('silver', { silver }))
  assert.equal((await volume.get(`/v3/types/${type.id}`)).status, 200)
})

test('a stack whose object was made, but the reply lost, takes that object for its own', async () => {
  const { volume } = cloud().admin
  fates.push('reply lost')
  const bronze = { type: 'OS::Cinder::VolumeType', properties: { name: 'bronze' } }
  const place = await stacks.create('bronze', outputTemplate({ bronze }, { id: { get_resource: 'bronze' } }))
  const { id } = await stacks.outputs(place)
  assert.equal((await volume.get(`/v3/types/${id}`)).body.volume_type.name, 'bronze')
  await stacks.drop(place)
  assert.equal((await volume.get(`/v3/types/${id}`)).status, 404)
})

test('an object whose creation failed half-way is deleted with its stack', async () => {
  // Neutron takes tags by a request of their own, and refuses one of this length.
  const net = { type: 'OS::Neutron::Net', properties: { name: 'half', tags: ['x'.repeat(300)] } }
  await stacks.drop(await failed('half', { net }))
  assert.deepEqual((await cloud().admin.network.get('/v2.0/networks?name=half')).body.networks, [])
})

test('an update makes an object anew whose creation failed half-way', async () => {
  const { network, projectId } = cloud().admin
  const rules = async (query: string): Promise<readonly { readonly protocol: string | null }[]> =>
    (await network.get(`/v2.0/security-group-rules?${query}`)).body.security_group_rules
  const allow = async (security_group_rule: number) => {
    const quota = { quota: { security_group_rule } }
    assert.equal((await network.put(`/v2.0/quotas/${projectId}`, quota)).status, 200)
  }
  // A group begins with two rules for egress, and there is no room for a third one.
  await allow((await rules(`project_id=${projectId}`)).length + 2)
  const group = {
    type: 'OS::Neutron::SecurityGroup',
    properties: { name: 'web', rules: [{ protocol: 'tcp', port_range_min: 80, port_range_max: 80 }] },
  }
  const place = await failed('tight', { group })
  await allow(-1)
  await stacks.update(place, outputTemplate({ group }))
  await stacks.outputs(place)
  const { security_groups: groups } = (await network.get('/v2.0/security-groups?name=web')).body
  assert.equal(groups.length, 1)
  const protocols = (await rules(`security_group_id=${groups[0].id}`)).map(({ protocol }) => protocol)
  assert.ok(protocols.includes('tcp'))
  await stacks.drop(place)
})

test('a server that Nova refuses leaves no port behind, so that its network can be deleted', async () => {
  const { admin } = cloud()
  const [image, flavor] = [await makeImage(admin), await makeFlavor(admin)]
  const quota = `/os-quota-sets/${admin.projectId}`
  await admin.compute.put(quota, { quota_set: { instances: 0 } })
  const place = await failed('no-room', {
    net: { type: 'OS::Neutron::Net' },
    subnet: {
      type: 'OS::Neutron::Subnet',
      properties: { network: { get_resource: 'net' }, cidr: '10.8.0.0/24' },
    },
    server: {
      type: 'OS::Nova::Server',
      properties: { image, flavor, networks: [{ subnet: { get_resource: 'subnet' } }] },
    },
  })
  await stacks.drop(place)
  await admin.compute.delete(quota)
})
