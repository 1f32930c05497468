import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeRoutes } from '../src/api/routes.ts'
import { aggregates } from '../src/db/aggregates.ts'
import { computeNodes } from '../src/db/hosts/compute-nodes.ts'
import { hostMappings } from '../src/db/cells/host-mappings.ts'
import { services } from '../src/db/hosts/services.ts'
import { ownPolicies } from '../src/own-policies.ts'
import { policies } from '../src/policies.generated.ts'
import { admin, cell1Id, type Story, story } from './compute-story.ts'

const addHost = async ({ deps }: Story, host: string): Promise<void> => {
  const cell = await deps.databases.cell(cell1Id)
  const service = await services(cell, deps.clock).ensure(host, 'nova-compute', 1)
  await services(cell, deps.clock).report(service.id)
  await hostMappings(deps.databases.api, deps.clock).add(host, cell1Id)
  await computeNodes(cell, deps.clock).report({
    id: `00000000-0000-4000-8000-${host.padStart(12, '0').replaceAll(/[^0-9a-f]/g, '0')}`,
    service_id: service.id,
    host,
    node: host,
    vcpus: 8,
    memory_mb: 8192,
    disk_gb: 100,
    vcpus_used: 1,
    memory_mb_used: 512,
    disk_gb_used: 1,
    running_vms: 1,
    hypervisor_type: 'fake',
    hypervisor_version: 1_000_000,
    cpu_info: '{"arch":"x86_64"}',
    supported_instances: '[]',
    host_ip: '10.0.0.1',
  })
}

test('every policy rule that a route names exists', () => {
  const names = new Set<string>([...policies, ...ownPolicies].map(({ name }) => name))
  for (const { operation } of computeRoutes)
    if (operation.rule !== undefined)
      assert.ok(names.has(operation.rule), `${operation.id}: ${operation.rule}`)
})

test('no two routes have the same method, path and action', () => {
  const keys = computeRoutes.map(
    ({ operation: { method, path, action = '' } }) => `${method} ${path} ${action}`,
  )
  assert.equal(new Set(keys).size, keys.length)
})

test(
  'flavors are created by admins, seen by projects with access, and shown as the version defines',
  story(async ({ send }) => {
    const flavor = {
      name: 'big',
      ram: 2048,
      vcpus: 2,
      disk: 10,
      id: 'big',
      'os-flavor-access:is_public': false,
    }
    assert.equal((await send('POST', '/flavors', { body: { flavor } })).status, 403)
    const made = await send('POST', '/flavors', { body: { flavor }, as: admin })
    assert.equal(made.body.flavor.swap, '')
    assert.ok(!('description' in made.body.flavor))
    const taken = await send('POST', '/flavors', { body: { flavor }, as: admin })
    assert.equal(taken.body.conflictingRequest.message, 'Flavor with ID big already exists.')
    assert.equal((await send('GET', '/flavors/big')).status, 404)
    const give = { addTenantAccess: { tenant: 'project-1' } }
    assert.equal((await send('POST', '/flavors/big/action', { body: give, as: admin })).status, 200)
    assert.equal((await send('POST', '/flavors/big/action', { body: give, as: admin })).status, 409)
    await send('POST', '/flavors/big/os-extra_specs', { body: { extra_specs: { 'hw:x': '1' } }, as: admin })
    const shown = (await send('GET', '/flavors/big', { version: '2.103' })).body.flavor
    assert.equal(shown.swap, 0)
    assert.deepEqual(shown.extra_specs, { 'hw:x': '1' })
    assert.ok(!('rxtx_factor' in shown))
    const list = await send('GET', '/flavors?limit=1')
    assert.deepEqual(
      list.body.flavors.map(({ id }: { id: string }) => id),
      ['1'],
    )
    assert.match(list.body.flavors_links[0].href, /marker=1/)
    assert.deepEqual((await send('GET', '/flavors?minRam=1024')).body.flavors.length, 1)
    assert.equal((await send('DELETE', '/flavors/big', { as: admin })).status, 202)
    assert.equal((await send('DELETE', '/flavors/big', { as: admin })).status, 404)
  }),
)

test(
  'key pairs are generated until 2.91 and imported from 2.92 on, with unique names for each user',
  story(async ({ send }) => {
    const made = await send('POST', '/os-keypairs', { body: { keypair: { name: 'mine' } } })
    assert.equal(made.status, 200)
    assert.match(made.body.keypair.private_key, /^-----BEGIN RSA PRIVATE KEY-----/)
    assert.ok(!('type' in made.body.keypair))
    const again = await send('POST', '/os-keypairs', { body: { keypair: { name: 'mine' } }, version: '2.2' })
    assert.equal(again.body.conflictingRequest.message, "Key pair 'mine' already exists.")
    const missing = await send('POST', '/os-keypairs', {
      body: { keypair: { name: 'new' } },
      version: '2.92',
    })
    assert.equal(missing.status, 400)
    const public_key = made.body.keypair.public_key
    const brought = await send('POST', '/os-keypairs', {
      body: { keypair: { name: 'new@home', public_key } },
      version: '2.92',
    })
    assert.equal(brought.status, 201)
    assert.equal(brought.body.keypair.fingerprint, made.body.keypair.fingerprint)
    assert.equal((await send('GET', '/os-keypairs', { as: { user: 'user-2' } })).body.keypairs.length, 0)
    assert.equal(
      (await send('GET', '/os-keypairs?user_id=user-1', { version: '2.10', as: { user: 'user-2' } })).status,
      403,
    )
    assert.equal((await send('DELETE', '/os-keypairs/mine')).status, 202)
    assert.equal((await send('GET', '/os-keypairs/mine')).status, 404)
  }),
)

test(
  'quotas and limits show limits and usage, and a limit below the usage is refused',
  story(async ({ send, addServer }) => {
    await addServer()
    const { absolute } = (await send('GET', '/limits', { version: '2.57' })).body.limits
    assert.equal(absolute.maxTotalInstances, 10)
    assert.equal(absolute.totalRAMUsed, 512)
    assert.ok(!('maxPersonality' in absolute))
    assert.equal((await send('GET', '/os-quota-sets/project-2')).status, 403)
    const lower = await send('PUT', '/os-quota-sets/project-1', {
      body: { quota_set: { instances: 0 } },
      as: admin,
    })
    assert.match(
      lower.body.badRequest.message,
      /^Quota limit 0 for instances must be greater than or equal to already used and reserved 1\.$/,
    )
    const detail = (await send('GET', '/os-quota-sets/project-1/detail')).body.quota_set
    assert.deepEqual(detail.cores, { limit: 20, in_use: 1, reserved: 0 })
  }),
)

test(
  'hosts are shown as hypervisors and put into aggregates and zones, and their services disabled',
  story(async (cloud) => {
    const { send, deps } = cloud
    await addHost(cloud, 'a1')
    await addHost(cloud, 'b2')
    assert.equal((await send('GET', '/os-hypervisors')).status, 403)
    const [first] = (await send('GET', '/os-hypervisors/detail', { as: admin })).body.hypervisors
    assert.equal(first.id, 1)
    assert.equal(first.cpu_info, '{"arch":"x86_64"}')
    const today = (await send('GET', '/os-hypervisors/detail', { version: '2.88', as: admin })).body
      .hypervisors[0]
    assert.equal(today.uptime, ' 10:00:00 up 1:00,  0 users,  load average: 0.00, 0.00, 0.00')
    assert.ok(!('vcpus' in today))
    const total = (await send('GET', '/os-hypervisors/statistics', { as: admin })).body.hypervisor_statistics
    assert.equal(total.vcpus, 16)
    const made = await send('POST', '/os-aggregates', {
      body: { aggregate: { name: 'north', availability_zone: 'north' } },
      as: admin,
    })
    const { id } = made.body.aggregate
    const add = (host: string) =>
      send('POST', `/os-aggregates/${id}/action`, { body: { add_host: { host } }, as: admin })
    assert.equal((await add('a1')).status, 200)
    assert.equal((await add('a1')).status, 409)
    assert.equal((await add('ghost')).status, 404)
    assert.deepEqual((await aggregates(deps.databases.api, deps.clock).find(id))?.hosts, ['a1'])
    const zones = (await send('GET', '/os-availability-zone')).body.availabilityZoneInfo
    assert.deepEqual(zones.map(({ zoneName }: { zoneName: string }) => zoneName).sort(), ['north', 'nova'])
    const [service] = (await send('GET', '/os-services?host=a1', { version: '2.53', as: admin })).body
      .services
    assert.equal(service.zone, 'north')
    const off = await send('PUT', `/os-services/${service.id}`, {
      version: '2.53',
      body: { status: 'disabled', disabled_reason: 'repair' },
      as: admin,
    })
    assert.equal(off.body.service.disabled_reason, 'repair')
    const on = await send('PUT', '/os-services/enable', {
      body: { host: 'a1', binary: 'nova-compute' },
      as: admin,
    })
    assert.deepEqual(on.body.service, { host: 'a1', binary: 'nova-compute', status: 'enabled' })
  }),
)

test(
  'server groups show policies, or policy from 2.64 on, and have soft policies from 2.15 on',
  story(async ({ send }) => {
    const old = await send('POST', '/os-server-groups', {
      body: { server_group: { name: 'apart', policies: ['anti-affinity'] } },
    })
    assert.deepEqual(old.body.server_group.policies, ['anti-affinity'])
    const { id } = old.body.server_group
    const shown = (await send('GET', `/os-server-groups/${id}`, { version: '2.64' })).body.server_group
    assert.equal(shown.policy, 'anti-affinity')
    assert.equal(shown.project_id, 'project-1')
    const soft = { server_group: { name: 'soft', policies: ['soft-affinity'] } }
    assert.equal((await send('POST', '/os-server-groups', { body: soft })).status, 400)
    assert.equal((await send('POST', '/os-server-groups', { body: soft, version: '2.15' })).status, 200)
    assert.equal((await send('GET', `/os-server-groups/${id}`, { as: { project: 'project-2' } })).status, 404)
    assert.equal((await send('DELETE', `/os-server-groups/${id}`)).status, 204)
  }),
)

test(
  'external events get the code 200, or 207 if a server is unknown, and are refused to users',
  story(async ({ send, addServer }) => {
    const { id } = await addServer()
    const event = { name: 'network-vif-plugged', server_uuid: id, status: 'completed', tag: 'port-1' }
    const deliver = (events: object[]) =>
      send('POST', '/os-server-external-events', { body: { events }, as: { ...admin } })
    assert.deepEqual((await deliver([event])).body.events, [{ ...event, code: 200 }])
    const unknown = { ...event, server_uuid: '99999999-1111-4111-8111-111111111111' }
    assert.equal((await deliver([event, unknown])).status, 207)
    assert.equal((await deliver([unknown])).status, 207)
    assert.equal(
      (await send('POST', '/os-server-external-events', { body: { events: [event] } })).status,
      403,
    )
  }),
)
