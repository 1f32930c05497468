import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { ownCloud } from '@nimbo/testkit/own-cloud'
import { shows } from './shows.ts'
import { engineOf } from './small-engine.ts'
import { typesCoveredBy } from './covered-types.ts'

const cloud = ownCloud({
  environment: {
    OS_IMPORT_FILTERING_OPTS__ALLOWED_PORTS: '',
    OS_IMPORT_FILTERING_OPTS__DISALLOWED_HOSTS: '',
  },
})
const { create, lives } = engineOf(() => cloud().admin)

test('a volume is extended, retyped and renamed in place, but not shrunk, and restored from a snapshot', async () => {
  const fast = await create('OS::Cinder::VolumeType', 'fast', { name: 'fast' })
  const given = { size: 1, name: 'data', metadata: { use: 'web' } }
  const volume = await create('OS::Cinder::Volume', 'volume', given)
  await shows(volume, { name: 'data', size: 1, metadata: { use: 'web' }, status: 'available' })
  assert.equal(await volume.attribute('size'), '1')
  assert.deepEqual(await volume.attribute('metadata_values'), { use: 'web' })
  assert.equal(
    await volume.update({ size: 2, name: 'disk', metadata: { a: 1 }, volume_type: 'fast', description: 'd' }),
    'update',
  )
  await shows(volume, { name: 'disk', size: 2, metadata: { a: '1' }, volume_type: 'fast', description: 'd' })
  await assert.rejects(volume.update({ size: 1, name: 'disk' }), { message: /Shrinking/ })
  assert.equal(await volume.update({ size: 2, availability_zone: 'nova' }), 'replace')
  const saved = await volume.snapshot()
  const restored = await create('OS::Cinder::Volume', 'restored', {
    ...given,
    size: 2,
    ...volume.restored(saved),
  })
  await shows(restored, { size: 2, status: 'available' })
  await volume.deleteSnapshot(saved)
  const copied = await create('OS::Cinder::Volume', 'copied', {
    source_volid: volume.id,
    size: 2,
    read_only: true,
  })
  await shows(copied, { metadata: { readonly: 'True' } })
  for (const one of [copied, restored, volume, fast]) await one.delete()
})

test('volume types, the projects with access, their encryption, QoS specs and QoS associations are updated in place', async () => {
  const type = await create('OS::Cinder::VolumeType', 'type', {
    name: 'gold',
    is_public: false,
    metadata: { a: '1', b: '2' },
    projects: ['admin'],
  })
  const { admin } = cloud()
  const withAccess = async () =>
    (
      await admin.volume.get<{ volume_type_access: readonly { project_id: string }[] }>(
        `/v3/types/${type.id}/os-volume-type-access`,
      )
    ).body.volume_type_access.map(({ project_id }) => project_id)
  assert.deepEqual(await withAccess(), [admin.projectId])
  await type.update({ name: 'golden', is_public: false, description: 'best', metadata: { b: '3' } })
  await shows(type, { name: 'golden', description: 'best', extra_specs: { b: '3' } })
  assert.deepEqual(await withAccess(), [])
  const encrypted = await create('OS::Cinder::EncryptedVolumeType', 'encrypted', {
    volume_type: 'golden',
    provider: 'luks',
    key_size: 256,
    cipher: 'aes-xts-plain64',
  })
  await encrypted.update({ volume_type: type.id, provider: 'luks', key_size: 512, cipher: 'aes-xts-plain64' })
  await shows(encrypted, { key_size: 512, provider: 'luks' })
  await encrypted.delete()
  const specs = await create('OS::Cinder::QoSSpecs', 'specs', {
    name: 'quick',
    specs: { iops: 100, burst: 5 },
  })
  await specs.update({ name: 'quick', specs: { iops: 200 } })
  await shows(specs, { name: 'quick', specs: { iops: '200' } })
  const other = await create('OS::Cinder::VolumeType', 'other', { name: 'other' })
  const association = await create('OS::Cinder::QoSAssociation', 'association', {
    qos_specs: 'quick',
    volume_types: ['golden'],
  })
  await association.update({ qos_specs: specs.id, volume_types: ['other'] })
  const path = `/v3/qos-specs/${specs.id}/associations`
  const associated = async () =>
    (
      await admin.volume.get<{ qos_associations: readonly { name: string }[] }>(path)
    ).body.qos_associations.map(({ name }) => name)
  assert.deepEqual(await associated(), ['other'])
  await association.delete()
  assert.deepEqual(await associated(), [])
  for (const one of [specs, other, type]) await one.delete()
})

test('quotas of volumes and servers are set, updated, and reset to the defaults when deleted', async () => {
  const project = 'admin'
  const volumes = await create('OS::Cinder::Quota', 'volumes', { project, gigabytes: 500, volumes: 5 })
  await volumes.update({ project, gigabytes: 600, volumes: 5 })
  const servers = await create('OS::Nova::Quota', 'servers', { project, cores: 7, floating_ips: 3 })
  await servers.update({ project, cores: 8, floating_ips: 3 })
  const { admin } = cloud()
  const ofVolumes = async () =>
    (await admin.volume.get(`/v3/os-quota-sets/${admin.projectId}`)).body.quota_set
  const ofServers = async () => (await admin.compute.get(`/os-quota-sets/${admin.projectId}`)).body.quota_set
  assert.deepEqual([(await ofVolumes()).gigabytes, (await ofServers()).cores], [600, 8])
  for (const one of [volumes, servers]) await one.delete()
  assert.deepEqual([(await ofVolumes()).gigabytes, (await ofServers()).cores], [1000, 20])
})

test('an image is imported from the web, updated, shared, deactivated and deleted', async () => {
  const bytes = Buffer.alloc(4096)
  const web = createServer((_, reply) => reply.end(bytes)).listen(0, '127.0.0.1')
  await new Promise((resolve) => web.once('listening', resolve))
  const address = web.address()
  const port = typeof address === 'object' ? address?.port : 0
  const given = {
    location: `http://127.0.0.1:${port}/disk`,
    disk_format: 'raw',
    container_format: 'bare',
    name: 'disk',
  }
  try {
    const image = await create('OS::Glance::WebImage', 'image', {
      ...given,
      tags: ['a'],
      extra_properties: { hw_machine_type: 'q35', colour: 'red' },
      protected: true,
    })
    await shows(image, { status: 'active', size: 4096, tags: ['a'], hw_machine_type: 'q35', colour: 'red' })
    await image.update({
      ...given,
      tags: ['b'],
      os_distro: 'tiny',
      visibility: 'shared',
      members: ['another'],
      extra_properties: { colour: 'blue' },
      active: false,
    })
    await shows(image, {
      status: 'deactivated',
      tags: ['b'],
      os_distro: 'tiny',
      visibility: 'shared',
      colour: 'blue',
    })
    assert.equal(Object.hasOwn((await image.show()) ?? {}, 'hw_machine_type'), false)
    await image.update({ ...given, active: true, visibility: 'shared', members: [] })
    await shows(image, { status: 'active', tags: [] })
    await image.delete()
  } finally {
    web.close()
  }
  const old = await create('OS::Glance::Image', 'old', { anything: 1 })
  assert.equal(await old.update({}), 'nothing')
  await old.delete()
})

test('a container is created with metadata and ACL, and deleted with its objects (PurgeOnDelete)', async () => {
  const container = await create('OS::Swift::Container', 'container', {
    name: 'box',
    'X-Container-Read': '.r:*',
    'X-Container-Meta': { Use: 'web' },
    PurgeOnDelete: true,
  })
  const store = cloud().admin['object-store']
  const [, account] = /(AUTH_[^/]+)/.exec(String(await container.attribute('WebsiteURL'))) ?? []
  await store.put(`/v1/${account}/box/one`, Buffer.from('one'))
  assert.deepEqual([await container.attribute('ObjectCount'), await container.attribute('BytesUsed')], [1, 3])
  const head = Object.entries((await container.attribute('HeadContainer')) ?? {})
  assert.deepEqual(
    head.filter(([name]) => name.startsWith('x-container-meta') || name === 'x-container-read').sort(),
    [
      ['x-container-meta-use', 'web'],
      ['x-container-read', '.r:*'],
    ],
  )
  assert.equal(await container.update({ name: 'other' }), 'replace')
  await container.delete()
})

test('flavors, key pairs, server groups and host aggregates are created, updated or replaced, and deleted', async () => {
  const flavor = await create('OS::Nova::Flavor', 'flavor', {
    ram: 64,
    vcpus: 1,
    is_public: false,
    tenants: ['admin'],
    extra_specs: { 'hw:numa_nodes': 1, a: 'b' },
  })
  await flavor.update({ ram: 64, vcpus: 1, is_public: false, extra_specs: { a: 'c' } })
  assert.deepEqual(await flavor.attribute('extra_specs'), { a: 'c' })
  assert.equal(await flavor.attribute('is_public'), false)
  assert.equal(await flavor.update({ ram: 128, vcpus: 1, is_public: false }), 'replace')
  const pair = await create('OS::Nova::KeyPair', 'pair', { name: 'made', save_private_key: true })
  assert.match(String(await pair.attribute('private_key')), /PRIVATE KEY/)
  assert.equal(await pair.update({ name: 'other', save_private_key: true }), 'replace')
  const imported = await create('OS::Nova::KeyPair', 'imported', {
    name: 'imported',
    public_key: String(await pair.attribute('public_key')),
  })
  assert.equal(await imported.attribute('private_key'), '')
  const group = await create('OS::Nova::ServerGroup', 'group', { policies: ['soft-affinity'] })
  await shows(group, { policy: 'soft-affinity' })
  assert.equal(await group.update({ policies: ['affinity'] }), 'replace')
  const { hypervisors } = (await cloud().admin.compute.get('/os-hypervisors/detail')).body
  const [{ service }] = hypervisors
  const aggregate = await create('OS::Nova::HostAggregate', 'aggregate', {
    name: 'fast',
    hosts: [service.host],
    metadata: { disk: 'ssd' },
  })
  await shows(aggregate, { hosts: [service.host], metadata: { disk: 'ssd' } })
  await aggregate.update({ name: 'faster', hosts: [], metadata: { net: '10g' } })
  await shows(aggregate, { name: 'faster', hosts: [], metadata: { net: '10g' } })
  for (const one of [aggregate, group, imported, pair, flavor]) await one.delete()
})

test('the tests above create, update and delete each resource type that this file covers', () => {
  assert.deepEqual(lives.missing(typesCoveredBy('volume-and-image-types')), [])
})
