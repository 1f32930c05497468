import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownNamespaces } from '../src/resources/metadef/known/known-namespaces.ts'
import { startImageStory } from './image-story.ts'

const namespaces = '/v2/metadefs/namespaces'
const namesOf = (listed: readonly { readonly name: string }[]) => listed.map(({ name }) => name)

test('the standard metadef namespaces are public and associated with their resource types', async () => {
  await using story = await startImageStory()
  await story.prepare()
  const listed = (await story.send('GET', `${namespaces}?limit=100&visibility=public`)).body.namespaces
  const names: readonly string[] = listed.map(({ namespace }: { namespace: string }) => namespace)
  assert.deepEqual([...names].toSorted(), knownNamespaces.map(({ namespace }) => namespace).toSorted())
  for (const name of [
    ...[
      'Libvirt',
      'LibvirtImage',
      'Quota',
      'VirtCPUTopology',
      'Hypervisor',
      'InstanceData',
      'CPUPinning',
    ].map((word) => `OS::Compute::${word}`),
    ...['OS::Compute::AggregateDiskFilter', 'OS::Compute::Watchdog', 'OS::Glance::CommonImageProperties'],
    ...['OS::Glance::Signatures', 'OS::Cinder::Volumetype', 'OS::OperatingSystem', 'OS::Software::DBMS'],
    ...['OS::Software::Runtimes', 'OS::Software::WebServers'],
  ])
    assert.ok(names.includes(name), name)
  const types = await story.send('GET', '/v2/metadefs/resource_types')
  assert.deepEqual(namesOf(types.body.resource_types), [
    ...['OS::Cinder::Volume', 'OS::Glance::Image', 'OS::Nova::Aggregate', 'OS::Nova::Flavor'],
    ...['OS::Nova::Server', 'OS::Trove::Instance'],
  ])
  const ofServers = await story.send(
    'GET',
    `${namespaces}?resource_types=OS::Nova::Server&sort_key=namespace`,
  )
  assert.equal(ofServers.body.namespaces.length, 3)
  const { body: topology } = await story.send(
    'GET',
    `${namespaces}/OS::Compute::VirtCPUTopology?resource_type=OS::Nova::Flavor`,
  )
  assert.equal(topology.properties['hw:cpu_sockets'].type, 'integer')
  const { body: quota } = await story.send('GET', `${namespaces}/OS::Compute::Quota`)
  assert.deepEqual(namesOf(quota.objects), ['CPU Limits', 'Disk QoS', 'Virtual Interface QoS'])
  assert.equal((await story.send('DELETE', `${namespaces}/OS::Compute::Quota`, { by: 'admin' })).status, 403)
})

test('the next start keeps a standard namespace that an operator changed and restores a deleted one', async () => {
  await using story = await startImageStory()
  await story.prepare()
  const quota = `${namespaces}/OS::Compute::Quota`
  const json = { namespace: 'OS::Compute::Quota', display_name: 'Ours', visibility: 'public' }
  assert.equal((await story.send('PUT', quota, { by: 'admin', json })).status, 200)
  const signatures = `${namespaces}/OS::Glance::Signatures`
  assert.equal((await story.send('DELETE', signatures, { by: 'admin' })).status, 204)
  await Promise.all([story.prepare(), story.prepare()])
  assert.equal((await story.send('GET', quota)).body.display_name, 'Ours')
  assert.equal(Object.keys((await story.send('GET', signatures)).body.properties).length, 4)
})

test('a resource type is associated with a new namespace, and dissociated again', async () => {
  await using story = await startImageStory()
  await story.prepare()
  const [{ name }] = (await story.send('GET', '/v2/metadefs/resource_types')).body.resource_types
  const json = { namespace: 'Ours' }
  assert.equal((await story.send('POST', namespaces, { by: 'admin', json })).status, 201)
  const types = `${namespaces}/Ours/resource_types`
  assert.equal((await story.send('POST', types, { by: 'admin', json: { name } })).status, 201)
  const associated = await story.send('GET', types, { by: 'admin' })
  assert.deepEqual(namesOf(associated.body.resource_type_associations), [name])
  assert.equal((await story.send('DELETE', `${types}/${name}`, { by: 'admin' })).status, 204)
})
