import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { hostMappings } from '../src/db/cells/host-mappings.ts'
import { admin, cell1Id, story } from './compute-story.ts'

test(
  'the reply to a change of a server has few fields below 2.75, and all from then on',
  story(async ({ send, addServer }) => {
    const { id } = await addServer()
    const change = async (version: string) =>
      (await send('PUT', `/servers/${id}`, { body: { server: { name: 'other' } }, version })).body.server
    const plain = await change('2.74')
    assert.equal(plain.name, 'other')
    assert.equal(plain.locked_reason, null)
    const extended = Object.keys(plain).filter((name) => name.startsWith('OS-') || name.startsWith('os-'))
    assert.deepEqual(extended, ['OS-DCF:diskConfig'])
    for (const newer of ['key_name', 'config_drive', 'security_groups']) assert.ok(!(newer in plain), newer)
    const whole = await change('2.75')
    assert.ok('OS-EXT-STS:vm_state' in whole && 'key_name' in whole)
  }),
)

test(
  'lists of servers are filtered by a regular expression for the name, also when paged',
  story(async ({ send, addServer }) => {
    for (const name of ['web-1', 'web-2', 'web-x', 'db-1']) await addServer({ name })
    const names = async (filter: string) =>
      (await send('GET', `/servers?sort_key=name&sort_dir=asc&${filter}`)).body.servers.map(
        (server: { name: string }) => server.name,
      )
    assert.deepEqual(await names(`name=${encodeURIComponent('^web-[0-9]+$')}`), ['web-1', 'web-2'])
    assert.deepEqual(await names(`name=${encodeURIComponent('^(db|web)-1')}`), ['db-1', 'web-1'])
    const first = await send(
      'GET',
      `/servers?sort_key=name&sort_dir=asc&limit=1&name=${encodeURIComponent('-[[:digit:]]$')}`,
    )
    assert.equal(first.body.servers[0].name, 'db-1')
    const [next] = first.body.servers_links
    const second = await send('GET', `/servers${new URL(next.href).search}`)
    assert.equal(second.body.servers[0].name, 'web-1')
    const refused = await send('GET', `/servers?name=${encodeURIComponent('(')}`)
    assert.equal(refused.status, 400)
  }),
)

test(
  'changes-since and changes-before include a server that changed within the given second',
  story(async ({ send, addServer }) => {
    const { id } = await addServer({ name: 'web', updatedAt: '2026-01-01T10:00:05.700Z' })
    const found = async (filter: string, version = '2.66') =>
      (await send('GET', `/servers?name=web&${filter}`, { version })).body.servers.length
    const { updated } = (await send('GET', `/servers/${id}`)).body.server
    assert.equal(updated, '2026-01-01T10:00:05Z')
    assert.equal(await found(`changes-before=${updated}`), 1)
    assert.equal(await found(`changes-since=${updated}`), 1)
    assert.equal(await found('changes-before=2026-01-01T10:00:04Z'), 0)
    assert.equal(await found('changes-before=2026-01-01T10:00:04Z', '2.65'), 1)
    const refused = async (filter: string) =>
      (await send('GET', `/servers?${filter}`, { version: '2.66' })).status
    assert.equal(await refused('changes-since=2011/01/01'), 400)
    assert.equal(await refused('changes-since=2026-02-01&changes-before=2026-01-01'), 400)
  }),
)

test(
  'a private flavor is accessible to no project until access is added, not even to its creator’s',
  story(async ({ send }) => {
    const flavor = {
      name: 'own',
      ram: 512,
      vcpus: 1,
      disk: 1,
      id: 'own',
      'os-flavor-access:is_public': false,
    }
    assert.equal((await send('POST', '/flavors', { body: { flavor }, as: admin })).status, 200)
    const access = await send('GET', '/flavors/own/os-flavor-access', { as: admin })
    assert.deepEqual(access.body.flavor_access, [])
    const ids = async (query: string) =>
      (await send('GET', `/flavors${query}`, { as: admin })).body.flavors.map(({ id }: { id: string }) => id)
    assert.deepEqual(await ids(''), ['1'])
    assert.deepEqual(await ids('?is_public=None'), ['1', 'own'])
    assert.deepEqual(await ids('?is_public=false'), ['own'])
  }),
)

test(
  'limits of network resources are stored and shown, and refused from 2.36 on',
  story(async ({ send }) => {
    const limits = { fixed_ips: 7, floating_ips: 8, security_groups: 9, security_group_rules: 10 }
    const body = { quota_set: { ...limits, force: true } }
    const set = await send('PUT', '/os-quota-sets/project-1', { body, as: admin })
    assert.deepEqual({ ...set.body.quota_set, ...limits }, set.body.quota_set)
    const shown = await send('GET', '/os-quota-sets/project-1', { as: admin })
    assert.equal(shown.body.quota_set.floating_ips, 8)
    const detail = await send('GET', '/os-quota-sets/project-1/detail', { as: admin })
    assert.deepEqual(detail.body.quota_set.security_groups, { limit: 9, in_use: 0, reserved: 0 })
    const newer = await send('PUT', '/os-quota-sets/project-1', { body, as: admin, version: '2.36' })
    assert.equal(newer.status, 400)
    const classBody = { quota_class_set: limits }
    await send('PUT', '/os-quota-class-sets/default', { body: classBody, as: admin })
    const ofClass = await send('GET', '/os-quota-class-sets/default', { as: admin })
    assert.equal(ofClass.body.quota_class_set.security_group_rules, 10)
    const others = await send('GET', '/limits', { as: { project: 'project-2' } })
    assert.equal(others.body.limits.absolute.maxSecurityGroups, 9)
  }),
)

test(
  'a key pair of type x509 is generated below 2.92 if no public key is given',
  story(async ({ send }) => {
    const make = (name: string, version: string) =>
      send('POST', '/os-keypairs', { body: { keypair: { name, type: 'x509' } }, version })
    const { status, body } = await make('win', '2.91')
    assert.equal(status, 201)
    const certificate = new X509Certificate(body.keypair.public_key)
    assert.equal(certificate.subject, 'CN=user-1')
    assert.match(body.keypair.private_key, /^-----BEGIN PRIVATE KEY-----/)
    assert.equal((await make('win2', '2.92')).status, 400)
  }),
)

test(
  'adding an unknown host to an aggregate fails with 404 and a JSON body',
  story(async ({ send }) => {
    const made = await send('POST', '/os-aggregates', { body: { aggregate: { name: 'rack' } }, as: admin })
    const path = `/os-aggregates/${made.body.aggregate.id}/action`
    const refused = await send('POST', path, { body: { add_host: { host: 'nowhere' } }, as: admin })
    assert.deepEqual(
      [refused.status, refused.body],
      [404, { itemNotFound: { code: 404, message: 'Compute host nowhere could not be found.' } }],
    )
    assert.equal(refused.headers['content-type'], 'application/json')
  }),
)

test(
  'an unknown or negative id of an aggregate gives 404',
  story(async ({ send }) => {
    for (const number of ['-1', '99'])
      assert.equal((await send('GET', `/os-aggregates/${number}`, { as: admin })).status, 404, number)
  }),
)

test(
  'lists refuse unknown query parameters from 2.75 on, hypervisors from 2.53 on, and ignore them before',
  story(async ({ send }) => {
    for (const list of [
      'servers',
      'flavors',
      'limits',
      'os-keypairs',
      'os-server-groups',
      'os-services',
      'os-simple-tenant-usage',
    ]) {
      const status = async (version: string) =>
        (await send('GET', `/${list}?colour=red`, { version, as: admin })).status
      assert.deepEqual([await status('2.74'), await status('2.75')], [200, 400], list)
    }
    const hypervisors = async (version: string) =>
      (await send('GET', '/os-hypervisors?colour=red', { version, as: admin })).status
    assert.deepEqual([await hypervisors('2.52'), await hypervisors('2.53')], [200, 400])
  }),
)

test(
  'a server that reboots has the status REBOOT or HARD_REBOOT',
  story(async ({ send, addServer }) => {
    for (const [type, status] of [
      ['SOFT', 'REBOOT'],
      ['HARD', 'HARD_REBOOT'],
    ] as const) {
      const { id } = await addServer({ host: 'host-1', node: 'host-1' })
      assert.equal((await send('POST', `/servers/${id}/action`, { body: { reboot: { type } } })).status, 202)
      assert.equal((await send('GET', `/servers/${id}`)).body.server.status, status)
    }
  }),
)

const portId = '66666666-6666-4666-8666-666666666666'

const interfaceOf = {
  ...{ portId, networkId: 'n', networkName: 'private', macAddress: 'fa:16:3e:00:00:01' },
  ...{ addresses: [], securityGroupIds: [], preexisting: false, tag: 'public' },
}

const portOf = (device_id: string) => ({
  ...{ id: portId, device_id, network_id: 'n', status: 'ACTIVE' as const, fixed_ips: [], name: '' },
  ...{ mac_address: 'fa:16:3e:00:00:01', device_owner: 'compute:nova', security_groups: [] },
  ...{ admin_state_up: true, 'binding:vif_type': 'fake', project_id: 'project-1' },
})

test(
  'the tag of an interface is shown from 2.70 on',
  story(async ({ send, addServer, around }) => {
    const { id } = await addServer({ networkInfo: [interfaceOf] })
    around.ports.push(portOf(id))
    const shown = async (version: string) =>
      (await send('GET', `/servers/${id}/os-interface/${portId}`, { version })).body.interfaceAttachment
    assert.ok(!('tag' in (await shown('2.69'))))
    assert.equal((await shown('2.70')).tag, 'public')
  }),
)

// Found by Tempest on real guests: a client that read an interface as soon as the attachment was accepted got 404.
test(
  'an interface is shown before its host has bound the port, but not once another server has it',
  story(async ({ send, addServer, around }) => {
    const { id } = await addServer({ networkInfo: [interfaceOf] })
    around.ports = [portOf('')]
    const show = () => send('GET', `/servers/${id}/os-interface/${portId}`)
    const listed = async () => (await send('GET', `/servers/${id}/os-interface`)).body.interfaceAttachments
    assert.equal((await show()).body.interfaceAttachment.net_id, 'n')
    // Heat waits for an attachment until it is listed.
    assert.deepEqual(await listed(), [])
    around.ports = [portOf('another server')]
    assert.equal((await show()).status, 404)
    around.ports = []
    assert.equal((await show()).status, 404)
  }),
)

test(
  'external events are accepted from their version on, and a power-update is recorded as an action',
  story(async ({ send, addServer, deps }) => {
    await hostMappings(deps.databases.api, deps.clock).add('host-1', cell1Id)
    const { id } = await addServer({ host: 'host-1', node: 'host-1' })
    const tell = (name: string, version: string, tag: string) =>
      send('POST', '/os-server-external-events', {
        body: { events: [{ name, server_uuid: id, tag }] },
        version,
        as: { roles: ['service', 'admin'] },
      })
    assert.equal((await tell('power-update', '2.75', 'POWER_OFF')).status, 400)
    assert.equal((await tell('power-update', '2.76', 'POWER_OFF')).status, 200)
    assert.equal((await tell('volume-extended', '2.50', 'x')).status, 400)
    assert.equal((await tell('volume-extended', '2.51', 'x')).status, 200)
    const actions = (await send('GET', `/servers/${id}/os-instance-actions`)).body.instanceActions
    assert.deepEqual(
      actions.map(({ action }: { action: string }) => action),
      // The server does not have the extended volume, so that event does nothing.
      ['stop'],
    )
  }),
)

test(
  'a security group is neither added to nor removed from a server without ports',
  story(async ({ send, addServer }) => {
    const { id } = await addServer()
    for (const action of ['addSecurityGroup', 'removeSecurityGroup']) {
      const refused = await send('POST', `/servers/${id}/action`, { body: { [action]: { name: 'web' } } })
      assert.deepEqual(
        [refused.status, refused.body?.itemNotFound?.message],
        [404, `instance_id ${id} could not be found as device id on any ports`],
      )
    }
  }),
)

test(
  'a metadata item that a server does not have is not deleted, whatever its name',
  story(async ({ send, addServer }) => {
    const { id } = await addServer({ metadata: { colour: 'red' } })
    for (const key of ['rack', 'constructor', '__proto__', 'toString'])
      assert.equal((await send('DELETE', `/servers/${id}/metadata/${key}`)).status, 404, key)
    assert.equal((await send('DELETE', `/servers/${id}/metadata/colour`)).status, 204)
  }),
)
