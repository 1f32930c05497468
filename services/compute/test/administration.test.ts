import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeNodes } from '../src/db/hosts/compute-nodes.ts'
import { pciDevices } from '../src/db/hosts/pci-devices.ts'
import { hostMappings } from '../src/db/cells/host-mappings.ts'
import { services } from '../src/db/hosts/services.ts'
import { migrations } from '../src/db/server-migrations/migrations.ts'
import { numaClaims } from '../src/db/servers/numa-claims.ts'
import { admin, cell1Id, type Story, story } from './compute-story.ts'

const nodeId = '00000000-0000-4000-8000-0000000000aa'

const addHost = async ({ deps }: Story): Promise<string> => {
  const cell = await deps.databases.cell(cell1Id)
  const { id: service_id } = await services(cell, deps.clock).ensure('host-a', 'nova-compute', 1)
  await services(cell, deps.clock).report(service_id)
  await hostMappings(deps.databases.api, deps.clock).add('host-a', cell1Id)
  const sizes = { vcpus: 8, memory_mb: 8192, disk_gb: 100 }
  const used = { vcpus_used: 1, memory_mb_used: 512, disk_gb_used: 1, running_vms: 1 }
  await computeNodes(cell, deps.clock).report({
    ...{ id: nodeId, service_id, host: 'host-a', node: 'host-a', ...sizes, ...used },
    hypervisor_type: 'fake',
    hypervisor_version: 1_000_000,
    cpu_info: '{"arch":"x86_64"}',
    supported_instances: '[]',
    host_ip: '10.0.0.1',
  })
  return service_id
}

test(
  'a hypervisor is shown with the fields of the requested microversion',
  story(async (it) => {
    await addHost(it)
    const server = await it.addServer({ host: 'host-a', node: 'host-a' })
    const get = async (version: string, path: string) =>
      (await it.send('GET', path, { as: admin, version })).body
    const old = (await get('2.1', '/os-hypervisors/detail')).hypervisors[0]
    assert.equal(old.id, 1)
    assert.equal(old.service.id, 1)
    assert.equal(old.cpu_info, '{"arch":"x86_64"}')
    assert.equal(old.free_ram_mb, 7680)
    assert.ok(!('uptime' in old))
    const middle = (await get('2.53', `/os-hypervisors/${nodeId}?with_servers=true`)).hypervisor
    assert.deepEqual(middle.servers, [{ uuid: server.id, name: server.name }])
    assert.deepEqual(middle.cpu_info, { arch: 'x86_64' })
    const today = (await get('2.88', `/os-hypervisors/${nodeId}`)).hypervisor
    assert.match(today.uptime, /load average/)
    assert.ok(!('vcpus' in today) && !('cpu_info' in today))
    assert.match((await get('2.87', `/os-hypervisors/${nodeId}/uptime`)).hypervisor.uptime, /up/)
    assert.equal((await get('2.52', '/os-hypervisors/ost/servers')).hypervisors[0].servers.length, 1)
    const gone = await it.send('GET', `/os-hypervisors/${nodeId}/uptime`, { as: admin, version: '2.88' })
    assert.equal(gone.status, 404)
    const malformed = await it.send('GET', '/os-hypervisors/1', { as: admin, version: '2.53' })
    assert.equal(malformed.status, 400)
  }),
)

test(
  'an availability zone is unavailable if its service is disabled; only admins see the internal zone',
  story(async (it) => {
    const id = await addHost(it)
    const cell = await it.deps.databases.cell(cell1Id)
    await services(cell, it.deps.clock).ensure('control', 'nova-scheduler', 1)
    const zones = async (): Promise<unknown> =>
      (await it.send('GET', '/os-availability-zone')).body.availabilityZoneInfo
    assert.deepEqual(await zones(), [{ zoneName: 'nova', zoneState: { available: true }, hosts: null }])
    await it.send('PUT', `/os-services/${id}`, {
      as: admin,
      version: '2.53',
      body: { status: 'disabled', disabled_reason: 'moving' },
    })
    assert.deepEqual(await zones(), [{ zoneName: 'nova', zoneState: { available: false }, hosts: null }])
    const detail = await it.send('GET', '/os-availability-zone/detail', { as: admin })
    const [internal] = detail.body.availabilityZoneInfo
    assert.equal(internal.zoneName, 'internal')
    assert.equal(internal.hosts.control['nova-scheduler'].active, true)
  }),
)

test(
  'a host is asked for a report as soon as its service is no longer forced down',
  story(async (it) => {
    const id = await addHost(it)
    const say = (body: object) => it.send('PUT', `/os-services/${id}`, { as: admin, version: '2.53', body })
    assert.equal((await say({ forced_down: true })).status, 200)
    assert.equal((await say({ status: 'enabled' })).status, 200)
    assert.deepEqual(it.around.toldHosts, [])
    assert.equal((await say({ forced_down: false })).status, 200)
    assert.deepEqual(it.around.toldHosts, ['report host-a'])
  }),
)

test(
  'the aggregates of a host are sent to placement, and a service with servers cannot be deleted',
  story(async (it) => {
    const id = await addHost(it)
    const made = await it.send('POST', '/os-aggregates', {
      as: admin,
      version: '2.41',
      body: { aggregate: { name: 'fast' } },
    })
    const { uuid, id: number } = made.body.aggregate
    const act = (body: object) => it.send('POST', `/os-aggregates/${number}/action`, { as: admin, body })
    assert.equal((await act({ add_host: { host: 'host-a' } })).status, 200)
    assert.equal((await act({ add_host: { host: 'host-a' } })).status, 409)
    assert.equal((await act({ add_host: { host: 'nowhere' } })).status, 404)
    const server = await it.addServer({ host: 'host-a', node: 'host-a' })
    const forget = () => it.send('DELETE', `/os-services/${id}`, { as: admin, version: '2.53' })
    assert.equal((await forget()).status, 409)
    const cell = await it.deps.databases.cell(cell1Id)
    await cell.deleteFrom('instances').where('id', '=', server.id).execute()
    assert.equal((await act({ remove_host: { host: 'host-a' } })).status, 200)
    assert.equal((await act({ remove_host: { host: 'host-a' } })).status, 404)
    assert.deepEqual(it.around.memberships, [`${nodeId} in ${uuid}`, `${nodeId} out of ${uuid}`])
    assert.equal((await forget()).status, 204)
    const left = await it.send('GET', '/os-hypervisors', { as: admin })
    assert.deepEqual(left.body.hypervisors, [])
  }),
)

test(
  'a host with servers keeps its availability zone',
  story(async (it) => {
    await addHost(it)
    const make = async (name: string, zone?: string): Promise<number> => {
      const body = { aggregate: { name, ...(zone && { availability_zone: zone }) } }
      return (await it.send('POST', '/os-aggregates', { as: admin, body })).body.aggregate.id
    }
    const [ssd, east] = [await make('ssd'), await make('east', 'east')]
    const act = (id: number, body: object) =>
      it.send('POST', `/os-aggregates/${id}/action`, { as: admin, body })
    const addHostTo = (id: number) => act(id, { add_host: { host: 'host-a' } })
    const server = await it.addServer({ host: 'host-a', node: 'host-a' })
    assert.equal((await addHostTo(ssd)).status, 200)
    const inZone = { set_metadata: { metadata: { availability_zone: 'east' } } }
    const refused = [
      ['add host to', await addHostTo(east)],
      ['update metadata of', await act(ssd, inZone)],
      [
        'update',
        await it.send('PUT', `/os-aggregates/${ssd}`, {
          ...{ as: admin, body: { aggregate: { availability_zone: 'east' } } },
        }),
      ],
    ] as const
    for (const [action, { status, body }] of refused) {
      assert.equal(status, 409)
      assert.match(
        body.conflictingRequest.message,
        new RegExp(`^Cannot ${action} .*: One or more hosts contain instances in this zone.$`),
      )
    }
    const cell = await it.deps.databases.cell(cell1Id)
    await cell.updateTable('instances').set({ host: null }).where('id', '=', server.id).execute()
    assert.equal((await act(ssd, inZone)).status, 200)
    assert.equal((await addHostTo(east)).status, 200)
    await cell.updateTable('instances').set({ host: 'host-a' }).where('id', '=', server.id).execute()
    const leave = (id: number) => act(id, { remove_host: { host: 'host-a' } })
    assert.equal((await leave(east)).status, 200)
    assert.equal((await leave(ssd)).status, 409)
  }),
)

test(
  'deleting a compute service removes the claims on its host, and is refused during migrations to it',
  story(async (it) => {
    const id = await addHost(it)
    const { clock } = it.deps
    const cell = await it.deps.databases.cell(cell1Id)
    const [gone, moving] = [await it.addServer({ host: 'host-b' }), await it.addServer({ host: 'host-b' })]
    const topology = { cells: [] }
    await numaClaims(cell).put({
      ...{ holderId: gone.id, serverId: gone.id, host: 'host-a', node: 'host-a', topology },
    })
    await pciDevices(cell, clock).replace(
      nodeId,
      [
        {
          ...{ address: '0000:81:00.0', vendorId: '8086', productId: '10fb', type: 'type-PCI' },
          ...{ status: 'allocated', claimId: gone.id, requestId: 'r' },
        },
      ],
      [],
    )
    const moves = migrations(cell, clock)
    const move = await moves.create(await moves.newNumber(), {
      ...{ server_id: moving.id, project_id: 'project-1', user_id: 'user-1', migration_type: 'migration' },
      ...{ status: 'migrating', source_compute: 'host-b', dest_compute: 'host-a' },
    })
    const forget = () => it.send('DELETE', `/os-services/${id}`, { as: admin, version: '2.53' })
    const refused = await forget()
    assert.deepEqual(
      [refused.status, refused.body.conflictingRequest.message],
      [
        409,
        'Unable to delete compute service that has in-progress migrations. Complete the migrations or delete the instances first.',
      ],
    )
    await moves.change(move.id, { from: ['migrating'], to: { status: 'error' } })
    assert.equal((await forget()).status, 204)
    assert.deepEqual(await numaClaims(cell).onHost('host-a'), [])
    assert.deepEqual(await pciDevices(cell, clock).held(), [])
  }),
)

test(
  'the limits of the default quota class apply to projects without limits of their own',
  story(async ({ send }) => {
    const put = (path: string, body: object, version = '2.57') =>
      send('PUT', path, { as: admin, body, version })
    assert.equal((await put('/os-quota-class-sets/default', { quota_class_set: { cores: 44 } })).status, 200)
    const limits = async () => (await send('GET', '/limits')).body.limits.absolute
    assert.equal((await limits()).maxTotalCores, 44)
    await put('/os-quota-sets/project-1', { quota_set: { cores: '5' } })
    assert.equal((await limits()).maxTotalCores, 5)
    assert.equal((await send('DELETE', '/os-quota-sets/project-1', { as: admin })).status, 202)
    assert.equal((await limits()).maxTotalCores, 44)
    const injected = { quota_set: { injected_file_path_bytes: 99 } }
    assert.equal((await put('/os-quota-sets/project-1', injected)).status, 400)
    const older = await put('/os-quota-sets/project-1', injected, '2.56')
    assert.equal(older.body.quota_set.injected_file_path_bytes, 99)
    assert.equal(
      (await put('/os-quota-sets/project-1', { quota_set: { floating_ips: 1 } }, '2.36')).status,
      400,
    )
    assert.equal((await put('/os-quota-sets/project-1', { quota_set: { cores: '-2' } })).status, 400)
  }),
)

test(
  'flavors are created with the fields of the requested version; extra specs are validated from 2.86 on',
  story(async ({ send }) => {
    const make = (flavor: object, version = '2.1') =>
      send('POST', '/flavors', {
        as: admin,
        version,
        body: { flavor: { ram: 64, vcpus: 1, disk: 0, ...flavor } },
      })
    assert.equal((await make({ name: 'a', id: 'a', description: 'x' })).status, 400)
    assert.equal((await make({ name: 'a', id: 'a', description: 'x' }, '2.55')).status, 200)
    assert.equal((await make({ name: 'b', rxtx_factor: 2 }, '2.102')).status, 400)
    assert.equal((await make({ name: 'c', rxtx_factor: '2.0' })).body.flavor.rxtx_factor, 2)
    assert.match(
      (await make({ name: 'd', ram: '0' })).body.badRequest.message,
      /ram.*less than the minimum of 1/,
    )
    const specs = (version: string, extra_specs: object) =>
      send('POST', '/flavors/a/os-extra_specs', { as: admin, version, body: { extra_specs } })
    assert.equal((await specs('2.85', { 'hw:cpu_polcy': 'shared' })).status, 200)
    assert.equal((await specs('2.86', { 'hw:cpu_polcy': 'shared' })).status, 400)
    assert.equal((await specs('2.86', { 'hw:cpu_policy': 'shared' })).status, 200)
    assert.equal((await specs('2.86', { 'hw:viommu_model': 'auto' })).status, 200)
    const changed = (version: string, value: string) =>
      send('PUT', '/flavors/a/os-extra_specs/hw:viommu_model', {
        ...{ as: admin, version, body: { 'hw:viommu_model': value } },
      })
    const refused = await changed('2.86', 'amd')
    assert.equal(refused.status, 400)
    assert.equal(
      refused.body.badRequest.message,
      "Validation failed; 'amd' is not one of: intel, smmuv3, virtio, auto.",
    )
    assert.equal((await changed('2.85', 'amd')).status, 200)
    const hidden = await make({ name: 'p', id: 'p', 'os-flavor-access:is_public': false })
    assert.equal(hidden.status, 200)
    const listed = await send('GET', '/flavors?is_public=false', { as: admin })
    assert.deepEqual(
      listed.body.flavors.map(({ id }: { id: string }) => id),
      ['p'],
    )
    assert.equal((await send('GET', '/flavors?is_public=perhaps', { as: admin })).status, 400)
  }),
)
