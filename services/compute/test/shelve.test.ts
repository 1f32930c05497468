import assert from 'node:assert/strict'
import { test } from 'node:test'
import { internalContext } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { offloadShelved } from '../src/app/shelving/offload-shelved.ts'
import { unshelveServer } from '../src/app/shelving/unshelve-server.ts'
import { hostMappings } from '../src/db/cells/host-mappings.ts'
import { services } from '../src/db/hosts/services.ts'
import { migrations } from '../src/db/server-migrations/migrations.ts'
import { instanceActions } from '../src/db/servers/instance-actions.ts'
import { instances } from '../src/db/servers/instances.ts'
import { requestSpecs } from '../src/db/servers/request-specs.ts'
import { sampleRequest } from '../src/domain/scheduling/host-state.testing.ts'
import { admin, cell1Id, type Story, story } from './compute-story.ts'

const asAdmin = { ...admin, project: 'project-1' }

const ask = ({ send }: Story, id: string, body: unknown, sent: object = {}) =>
  send('POST', `/servers/${id}/action`, { body, version: '2.93', ...sent })

const flowsOf = async ({ deps }: Story, id: string) => {
  const cell = await deps.databases.cell(cell1Id)
  const flows = await cell.selectFrom('flows').selectAll().where('subject', '=', id).execute()
  return flows.map(({ name, input }) => ({ name, input: JSON.parse(input) }))
}

test(
  'shelving creates an image named after the server, and is refused for a rescued one',
  story(async (it) => {
    const { id } = await it.addServer()
    assert.equal((await ask(it, id, { shelve: null })).status, 202)
    const made = it.around.images.find(({ name }) => name === 'web-shelved')
    const [flow] = await flowsOf(it, id)
    assert.deepEqual(flow?.input.operation, { kind: 'shelve', imageId: made?.id })
    const rescued = await it.addServer({ vmState: 'rescued' })
    const refused = await ask(it, rescued.id, { shelve: null })
    assert.deepEqual(
      [refused.status, refused.body.conflictingRequest.message, it.around.images.length],
      [409, `Cannot 'shelve' instance ${rescued.id} while it is in vm_state rescued`, 2],
    )
  }),
)

test(
  'shelved servers are offloaded by admins, and automatically after shelved_offload_time',
  story(
    async (it) => {
      const { id } = await it.addServer({ vmState: 'shelved' })
      assert.equal((await ask(it, id, { shelveOffload: null })).status, 403)
      assert.equal((await ask(it, id, { shelveOffload: null }, { as: asAdmin })).status, 202)
      assert.deepEqual(
        (await flowsOf(it, id)).map(({ name }) => name),
        ['offload-server'],
      )
      const other = await it.addServer({ vmState: 'shelved' })
      const cell = await it.deps.databases.cell(cell1Id)
      await instanceActions(cell, it.deps.clock).begin(internalContext(), other.id, 'shelve')
      const sweep = offloadShelved(it.deps)
      await sweep()
      assert.deepEqual(await flowsOf(it, other.id), [])
      for (let second = 0; second < 60; second += 1) it.deps.clock.now()
      await sweep()
      assert.equal((await flowsOf(it, other.id)).length, 1)
    },
    { options: { OS_DEFAULT__SHELVED_OFFLOAD_TIME: '60' } },
  ),
)

test(
  'a server is unshelved on its host, or by request in a zone from 2.77 on and on a host from 2.91 on',
  story(async (it) => {
    await hostMappings(it.deps.databases.api, it.deps.clock).add('host-2', cell1Id)
    const here = await it.addServer({ vmState: 'shelved' })
    const off = await it.addServer({ vmState: 'shelved_offloaded', host: null, node: null })
    const to = (id: string, unshelve: unknown, version = '2.93', sent = {}) =>
      ask(it, id, { unshelve }, { version, ...sent })

    const named = await to(here.id, { availability_zone: 'nova' }, '2.77')
    assert.equal(named.status, 409)
    assert.match(named.body.conflictingRequest.message, /The server status must be SHELVED_OFFLOADED/)
    assert.equal((await to(here.id, null)).status, 202)
    assert.equal((await flowsOf(it, here.id))[0]?.input.operation.kind, 'unshelve-here')

    for (const [unshelve, version] of [
      [{ availability_zone: null }, '2.90'],
      [{ host: 'host-2' }, '2.90'],
      [{}, '2.77'],
      [{ availability_zone: 'nova', other: 1 }, '2.91'],
    ] as const)
      assert.equal((await to(off.id, unshelve, version)).status, 400, JSON.stringify(unshelve))
    const unknown = await to(off.id, { availability_zone: 'nowhere' })
    assert.equal(unknown.body.badRequest.message, 'The requested availability zone is not available')
    assert.equal((await to(off.id, { host: 'host-2' })).status, 403)
    const noHost = await to(off.id, { host: 'host-9' }, '2.91', { as: asAdmin })
    assert.equal(noHost.body.badRequest.message, 'Compute host host-9 could not be found.')
    assert.deepEqual(await flowsOf(it, off.id), [])
    assert.equal((await to(off.id, { host: 'host-2' }, '2.91', { as: asAdmin })).status, 202)
    const [flow] = await flowsOf(it, off.id)
    assert.deepEqual([flow?.name, flow?.input.requestedHost], ['unshelve-server', 'host-2'])
  }),
)

test(
  'a server is unshelved on a host only in the zone that it is kept in',
  story(async (it) => {
    const { databases, clock } = it.deps
    await hostMappings(databases.api, clock).add('host-2', cell1Id)
    const off = await it.addServer({ vmState: 'shelved_offloaded', host: null, node: null })
    const spec = { ...sampleRequest().spec, serverId: off.id, availabilityZone: 'other' }
    await requestSpecs(databases.api, clock).insert(spec)
    const on = (unshelve: object) => ask(it, off.id, { unshelve }, { version: '2.91', as: asAdmin })
    const refused = await on({ host: 'host-2' })
    assert.deepEqual(
      [refused.status, refused.body?.conflictingRequest?.message],
      [409, 'Host "host-2" is not in the availability zone "other".'],
    )
    assert.deepEqual(await flowsOf(it, off.id), [])
    assert.equal((await on({ host: 'host-2', availability_zone: null })).status, 202)
  }),
)

test(
  'an offloaded server, which placement does not count, is unshelved only within the quota',
  story(
    async (it) => {
      const off = await it.addServer({ vmState: 'shelved_offloaded', host: null, node: null })
      const refused = await ask(it, off.id, { unshelve: null })
      assert.equal(refused.status, 403)
      assert.match(refused.body.forbidden.message, /Quota exceeded for cores/)
      assert.deepEqual(await flowsOf(it, off.id), [])
    },
    { options: { OS_QUOTA__CORES: '0', OS_QUOTA__COUNT_USAGE_FROM_PLACEMENT: 'true' } },
  ),
)

test(
  'a request to unshelve that comes second is refused, and does not change the zone of the first',
  story(async (it) => {
    const { databases, clock } = it.deps
    const off = await it.addServer({ vmState: 'shelved_offloaded', host: null, node: null })
    const spec = { ...sampleRequest().spec, serverId: off.id, availabilityZone: 'other' }
    const specs = requestSpecs(databases.api, clock)
    await specs.insert(spec)
    const unshelve = unshelveServer(it.deps)
    const ctx = { ...internalContext(), projectId: off.projectId }
    const located = { server: off, cellId: cell1Id }
    await instances(await databases.cell(cell1Id), clock).update(off.id, { taskState: 'unshelving' })
    for (const zone of ['nova', null])
      await assert.rejects(unshelve(ctx, located, { zone }), (error) => isFault(error, 'WrongState'))
    assert.deepEqual(await specs.find(off.id), spec)

    await instances(await databases.cell(cell1Id), clock).update(off.id, { taskState: null })
    await unshelve(ctx, located, { zone: 'nova' })
    assert.deepEqual(await specs.find(off.id), { ...spec, availabilityZone: 'nova' })
  }),
)

test(
  'a server is evacuated by admins only, from a host that is down, to another host',
  story(async (it) => {
    const { clock, databases } = it.deps
    const cell = await databases.cell(cell1Id)
    await hostMappings(databases.api, clock).add('host-2', cell1Id)
    const { id } = await it.addServer({ locked: true })
    const evacuate = (body: object, version = '2.93', as: object = asAdmin) =>
      ask(it, id, { evacuate: body }, { version, as })
    assert.equal((await evacuate({}, '2.93', {})).status, 403)
    assert.equal((await evacuate({ onSharedStorage: false }, '2.14')).status, 400)
    assert.equal((await evacuate({ force: true }, '2.68')).status, 400)
    assert.equal((await evacuate({ force: true }, '2.28')).status, 400)
    const nowhere = await evacuate({ force: true }, '2.29')
    assert.deepEqual(
      [nowhere.status, nowhere.body?.badRequest?.message],
      [400, "Can't force to a non-provided destination"],
    )
    const same = await evacuate({ host: 'host-1' })
    assert.equal(same.body.badRequest.message, "The target host can't be the same one.")
    assert.equal((await evacuate({ host: 'host-9' })).status, 404)
    const service = await services(cell, clock).ensure('host-1', 'nova-compute', 1)
    await services(cell, clock).report(service.id)
    const up = await evacuate({})
    assert.equal(up.body.badRequest.message, 'Compute service of host-1 is still in use.')
    assert.deepEqual(await flowsOf(it, id), [])
    await services(cell, clock).update(service.id, { forced_down: 1 })
    const kept = await evacuate({ adminPass: 'mine', onSharedStorage: true }, '2.13')
    assert.deepEqual(
      [kept.status, kept.body?.badRequest?.message],
      [400, "admin password can't be changed on existing disk"],
    )
    const told = await evacuate({ adminPass: 'mine', onSharedStorage: false }, '2.13')
    assert.deepEqual([told.status, told.body.adminPass], [200, 'mine'])
    const [migration] = await migrations(cell, clock).list({ limit: 5 })
    assert.deepEqual([migration?.migration_type, migration?.source_compute], ['evacuation', 'host-1'])
    const [flow] = await flowsOf(it, id)
    assert.deepEqual([flow?.name, flow?.input.running], ['evacuate-server', true])
    const shared = await it.addServer()
    const onShared = { onSharedStorage: true }
    const silent = await ask(it, shared.id, { evacuate: onShared }, { version: '2.13', as: asAdmin })
    assert.deepEqual([silent.status, silent.body], [200, {}])
    const off = await it.addServer()
    const reply = await ask(it, off.id, { evacuate: { host: 'host-2' } }, { version: '2.95', as: asAdmin })
    assert.equal(reply.status, 200)
    const [later] = await flowsOf(it, off.id)
    assert.deepEqual([later?.input.running, later?.input.requestedHost], [false, 'host-2'])
  }),
)
