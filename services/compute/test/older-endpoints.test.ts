import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeNodes } from '../src/db/hosts/compute-nodes.ts'
import { hostMappings } from '../src/db/cells/host-mappings.ts'
import { services } from '../src/db/hosts/services.ts'
import { sampleServer } from '../src/domain/servers/server.testing.ts'
import { admin, type Caller, cell1Id, imageId, type Story, story } from './compute-story.ts'

const networkBeyond = '55555555-5555-4555-8555-555555555555'

const addHost = async ({ deps }: Story, host: string): Promise<void> => {
  const cell = await deps.databases.cell(cell1Id)
  const service = await services(cell, deps.clock).ensure(host, 'nova-compute', 1)
  await services(cell, deps.clock).report(service.id)
  await hostMappings(deps.databases.api, deps.clock).add(host, cell1Id)
  await computeNodes(cell, deps.clock).report({
    ...{ id: `node-of-${host}`, service_id: service.id, host, node: host, host_ip: '10.0.0.1' },
    ...{ vcpus: 8, memory_mb: 8192, disk_gb: 100, vcpus_used: 2, memory_mb_used: 1024, disk_gb_used: 12 },
    ...{ running_vms: 2, hypervisor_type: 'fake', hypervisor_version: 1, cpu_info: '{}' },
    supported_instances: '[]',
  })
}

test(
  'os-hosts shows hosts with the usage of each project until 2.42, and can disable them',
  story(async (it) => {
    await addHost(it, 'host-1')
    const flavor = { ...sampleServer({}).flavor, vcpus: 1, memoryMb: 512, rootGb: 5, ephemeralGb: 1 }
    for (const projectId of ['a', 'a', 'b']) await it.addServer({ host: 'host-1', projectId, flavor })
    const ask = (method: string, path: string, body?: object, version = '2.42') =>
      it.send(method, `/os-hosts${path}`, { as: admin, version, ...(body ? { body } : {}) })

    assert.deepEqual((await ask('GET', '')).body.hosts, [
      { host_name: 'host-1', service: 'compute', zone: 'nova' },
    ])
    assert.deepEqual((await ask('GET', '?zone=other')).body.hosts, [])
    const shown = (await ask('GET', '/host-1')).body.host.map(
      ({ resource }: { resource: Record<string, unknown> }) => [
        resource.project,
        resource.cpu,
        resource.memory_mb,
        resource.disk_gb,
      ],
    )
    assert.deepEqual(shown, [
      ['(total)', 8, 8192, 100],
      ['(used_now)', 2, 1024, 12],
      ['(used_max)', 3, 1536, 18],
      ['a', 2, 1024, 12],
      ['b', 1, 512, 6],
    ])
    assert.deepEqual((await ask('PUT', '/host-1', { status: 'disable' })).body, {
      host: 'host-1',
      status: 'disabled',
    })
    assert.deepEqual((await ask('GET', '')).body.hosts, [])
    assert.equal((await ask('PUT', '/host-1', { maintenance_mode: 'enable' })).status, 501)
    assert.equal((await ask('PUT', '/host-1', { status: 'perhaps' })).status, 400)
    assert.equal((await ask('GET', '/host-1/reboot')).status, 501)
    assert.equal((await ask('GET', '/nowhere/reboot')).status, 404)
    assert.equal((await ask('GET', '/nowhere')).status, 404)
    assert.equal((await ask('GET', '', undefined, '2.43')).status, 404)
    assert.equal((await it.send('GET', '/os-hosts')).status, 403)
  }),
)

test(
  'os-volumes_boot shows servers and accepts their actions until 2.102',
  story(async ({ send, addServer }) => {
    const { id } = await addServer({ name: 'web', host: 'host-1', node: 'host-1' })
    const at = (path: string, version = '2.102') => send('GET', `/os-volumes_boot${path}`, { version })
    assert.equal((await at('')).body.servers[0].name, 'web')
    assert.equal((await at(`/${id}`)).body.server.id, id)
    const stopped = await send('POST', `/os-volumes_boot/${id}/action`, { body: { 'os-stop': null } })
    assert.equal(stopped.status, 202)
    assert.equal((await at(`/${id}`, '2.103')).status, 404)
  }),
)

test(
  'hosts of an aggregate are asked to cache images, unless one is unknown or named twice',
  story(async (it) => {
    const { send, around } = it
    await addHost(it, 'host-1')
    const made = await send('POST', '/os-aggregates', { body: { aggregate: { name: 'rack' } }, as: admin })
    const path = `/os-aggregates/${made.body.aggregate.id}`
    await send('POST', `${path}/action`, { body: { add_host: { host: 'host-1' } }, as: admin })
    const cache = (ids: readonly string[], version = '2.81', as = admin) =>
      send('POST', `${path}/images`, { body: { cache: ids.map((id) => ({ id })) }, version, as })
    assert.equal((await cache([imageId])).status, 202)
    assert.deepEqual(
      around.toldConductor.filter((told) => told.startsWith('cache')),
      [`cache ${imageId} on host-1`],
    )
    assert.equal((await cache([imageId, imageId])).status, 400)
    assert.equal((await cache(['99999999-9999-4999-8999-999999999999'])).status, 400)
    assert.equal((await cache([])).status, 400)
    assert.equal((await cache([imageId], '2.80')).status, 404)
    assert.equal((await cache([imageId], '2.81', {})).status, 403)
  }),
)

test(
  'a version of the API is shown by its id',
  story(async ({ send }) => {
    const shown = (await send('GET', '/versions/v2.1')).body.version
    assert.deepEqual([shown.id, shown.min_version, shown.status], ['v2.1', '2.1', 'CURRENT'])
    assert.match(shown.links[0].href, /\/v2\.1\/$/)
    assert.equal((await send('GET', '/versions/v2.0')).body.version.status, 'SUPPORTED')
    assert.equal((await send('GET', '/versions/v3')).status, 404)
  }),
)

test(
  'shares, and assisted snapshots of volumes without files, are refused with the reason',
  story(async ({ send, addServer }) => {
    const { id } = await addServer({ vmState: 'stopped' })
    const running = await addServer({})
    const at = (path: string) => `/servers/${path}/shares`
    const version = '2.97'
    const share = { share_id: '99999999-9999-4999-8999-999999999999' }
    assert.deepEqual((await send('GET', at(id), { version })).body, { shares: [] })
    const refused = await send('POST', at(id), { version, body: { share } })
    assert.deepEqual(
      [refused.status, refused.body.badRequest.message],
      [400, 'Shared file systems cannot be attached: this cloud has no service for them.'],
    )
    assert.equal((await send('POST', at(running.id), { version, body: { share } })).status, 409)
    assert.equal((await send('POST', at(id), { version, body: { share: { share_id: 'x' } } })).status, 400)
    assert.equal((await send('GET', `${at(id)}/${share.share_id}`, { version })).status, 404)
    assert.equal((await send('DELETE', `${at(id)}/${share.share_id}`, { version })).status, 404)
    assert.equal((await send('GET', at(id), { version: '2.96' })).status, 404)

    const path = '/os-assisted-volume-snapshots'
    const create_info = { snapshot_id: 's', type: 'qcow2', new_file: 'f' }
    const ask = (snapshot: object, as = admin) => send('POST', path, { as, body: { snapshot } })
    assert.match(
      (await ask({ volume_id: 'v-1', create_info })).body.badRequest.message,
      /^Volume v-1 has no chain of files/,
    )
    assert.equal((await ask({ volume_id: 'v-1', create_info }, {})).status, 403)
    assert.equal((await ask({ volume_id: 'v-1' })).status, 400)
    const info = encodeURIComponent(JSON.stringify({ volume_id: 'v-1' }))
    assert.equal((await send('DELETE', `${path}/s?delete_info=${info}`, { as: admin })).status, 404)
    assert.equal((await send('DELETE', `${path}/s`, { as: admin })).status, 400)
  }),
)

test(
  'networks and pools of floating IPs are shown until 2.35, and bare metal nodes are refused',
  story(async ({ send, around }) => {
    const [network] = around.networks
    assert.ok(network)
    around.networks = [network, { ...network, id: networkBeyond, name: 'public', 'router:external': true }]
    const at = (path: string, as: Caller = {}, version = '2.35') => send('GET', path, { version, as })
    const [first] = (await at('/os-networks')).body.networks
    assert.deepEqual(
      [first.id, first.label, first.cidr, 'vlan' in first],
      [network.id, 'private', null, false],
    )
    assert.equal((await at(`/os-networks/${network.id}`, admin)).body.network.vlan, null)
    assert.deepEqual((await at(`/os-tenant-networks/${network.id}`)).body, {
      network: { id: network.id, label: 'private', cidr: 'None' },
    })
    assert.equal((await at('/os-tenant-networks')).body.networks.length, 2)
    const unknown = await at('/os-networks/99999999-9999-4999-8999-999999999999')
    assert.deepEqual([unknown.status, unknown.body.itemNotFound.message], [404, 'Network not found'])
    assert.deepEqual((await at('/os-floating-ip-pools')).body, { floating_ip_pools: [{ name: 'public' }] })

    assert.equal((await at('/os-baremetal-nodes', admin)).status, 501)
    assert.equal((await at('/os-baremetal-nodes')).status, 403)
    const refused = await send('POST', '/os-baremetal-nodes', { version: '2.35', body: { node: {} } })
    assert.deepEqual(
      [refused.status, refused.body.badRequest.message],
      [400, 'Command not supported. Please use Ironic command node-create to perform this action.'],
    )
    for (const path of [
      '/os-networks/x',
      '/os-tenant-networks',
      '/os-floating-ip-pools',
      '/os-baremetal-nodes',
    ])
      assert.equal((await at(path, admin, '2.36')).status, 404, path)
  }),
)
