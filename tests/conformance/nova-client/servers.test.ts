import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { CloudUnderTest } from '@nimbo/testkit/cloud-under-test'
import { startEmbeddedCloudUnderTest } from '@nimbo/testkit/embedded-cloud-under-test'
import { makeImage } from '@nimbo/testkit/make-image'
import { makeNetwork } from '@nimbo/testkit/make-network'
import { makeVolume, volumeInStatus } from '@nimbo/testkit/make-volume'
import { type NovaClient, novaClient, novaClientMissing } from '@nimbo/testkit/nova-client'
import { serverGone, serverInStatus } from '@nimbo/testkit/servers'

// In one shape only, because the client uses the same API in each.
describe('nova', { skip: novaClientMissing }, () => {
  let cloud: CloudUnderTest
  let nova: NovaClient
  let networkId = ''
  let id = ''

  before(async () => {
    cloud = await startEmbeddedCloudUnderTest({ hosts: 2 })
    nova = novaClient(cloud)
    await makeImage(cloud.admin, { name: 'tiny' })
    networkId = (await makeNetwork(cloud.admin)).id
  })

  after(() => cloud?.[Symbol.asyncDispose]())

  const settledIn = (status: string) => serverInStatus(cloud.admin, id, status)

  it('creates, lists and changes flavors', async () => {
    await nova.run('flavor-create', 'm1.nano', '42', '192', '1', '1')
    const [flavor] = (await nova.table('flavor-list')).filter(({ Name }) => Name === 'm1.nano')
    assert.deepEqual([flavor?.ID, flavor?.Memory_MiB, flavor?.VCPUs], ['42', '192', '1'])
    await nova.run('flavor-key', 'm1.nano', 'set', 'hw:watchdog_action=none')
    assert.match(await nova.run('flavor-show', 'm1.nano'), /hw:watchdog_action/)
  })

  it('boots a server, and with --debug prints the requests', async () => {
    const words = ['--flavor', 'm1.nano', '--image', 'tiny', '--nic', `net-id=${networkId}`, 'web']
    const written = await nova.debug('boot', '--poll', ...words)
    assert.match(written, /POST .*\/servers /)
    assert.match(written, /Finished|100% complete/)
    const [server] = await nova.table('list')
    assert.ok(server)
    id = server.ID ?? ''
    assert.deepEqual([server.Name, server.Status, server['Power State']], ['web', 'ACTIVE', 'Running'])
    assert.match(server.Networks ?? '', /private=10\.20\.0\./)
  })

  it('shows the server and its console log, and the server in microversion 2.1 too', async () => {
    assert.match(await nova.run('show', 'web'), /\| OS-EXT-STS:vm_state +\| active/)
    const old = await nova.run('--os-compute-api-version', '2.1', 'show', 'web')
    assert.match(old, /\| image +\| tiny \(/)
    assert.match(await nova.run('console-log', 'web'), /booted/)
  })

  it('stops, starts, pauses and renames the server, and lists its actions', async () => {
    await nova.run('stop', 'web')
    await settledIn('SHUTOFF')
    await nova.run('start', 'web')
    await settledIn('ACTIVE')
    await nova.run('pause', 'web')
    await settledIn('PAUSED')
    await nova.run('unpause', 'web')
    await settledIn('ACTIVE')
    await nova.run('update', '--name', 'site', 'web')
    await nova.run('meta', 'site', 'set', 'role=front')
    assert.match(await nova.run('show', 'site'), /front/)
    const actions = (await nova.table('instance-action-list', 'site')).map(({ Action }) => Action)
    assert.ok(['create', 'stop', 'start', 'pause', 'unpause'].every((action) => actions.includes(action)))
  })

  it('changes the security groups of the server', async () => {
    const names = async () => (await nova.table('list-secgroup', 'site')).map(({ Name }) => Name)
    assert.deepEqual(await names(), ['default'])
    await nova.run('remove-secgroup', 'site', 'default')
    assert.deepEqual(await names(), [])
    await nova.run('add-secgroup', 'site', 'default')
    assert.deepEqual(await names(), ['default'])
  })

  it('attaches a volume to the server, and detaches it', async () => {
    const volumeId = await makeVolume(cloud.admin)
    await nova.run('volume-attach', 'site', volumeId)
    await volumeInStatus(cloud.admin, volumeId, 'in-use')
    const [attached] = await nova.table('volume-attachments', 'site')
    assert.equal(attached?.['VOLUME ID'], volumeId)
    await nova.run('volume-detach', 'site', volumeId)
    await volumeInStatus(cloud.admin, volumeId, 'available')
  })

  it('resizes the server', async () => {
    await nova.run('flavor-create', 'm1.micro', '43', '256', '1', '1')
    await nova.run('resize', 'site', 'm1.micro')
    await settledIn('VERIFY_RESIZE')
    await nova.run('resize-confirm', 'site')
    await settledIn('ACTIVE')
    assert.match(await nova.run('show', 'site'), /m1\.micro/)
  })

  it('shows hypervisors, services, zones, quotas and usage to an admin, and manages aggregates', async () => {
    const hosts = cloud.hosts.names.toSorted()
    const [host = ''] = hosts
    const hypervisors = await nova.table('hypervisor-list')
    assert.deepEqual(
      hypervisors.map((one) => `${one['Hypervisor hostname']} ${one.State}`).toSorted(),
      hosts.map((name) => `${name} up`),
    )
    const binaries = new Set((await nova.table('service-list')).map(({ Binary }) => Binary))
    assert.ok(binaries.has('nova-compute') && binaries.has('nova-scheduler'))
    assert.match(await nova.run('availability-zone-list'), /nova +\| available/)
    assert.match(await nova.run('quota-show'), /\| instances +\| \d+/)
    assert.match(await nova.run('usage'), /Servers/)
    await nova.run('aggregate-create', 'rack', 'east')
    await nova.run('aggregate-add-host', 'rack', host)
    assert.match(await nova.run('aggregate-show', 'rack'), /east/)
  })

  it('deletes the server', async () => {
    await nova.run('delete', 'site')
    await serverGone(cloud.admin, id)
    assert.deepEqual(await nova.table('list'), [])
  })
})
