import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FlowRef } from '@nimbo/durable/flow-inbox'
import { unrescueOld } from '../src/app/actions/unrescue-old.ts'
import { confirmOldResizes } from '../src/app/moves/confirm-old-resizes.ts'
import { listServers } from '../src/app/servers/list-servers.ts'
import { reclaimServers } from '../src/app/servers/reclaim-servers.ts'
import { offloadShelved } from '../src/app/shelving/offload-shelved.ts'
import { endSlowBuilds } from '../src/conductor/end-slow-builds.ts'
import { cell0Id } from '../src/db/cells/cell-mappings.ts'
import { hostMappings } from '../src/db/cells/host-mappings.ts'
import { instanceMappings } from '../src/db/cells/instance-mappings.ts'
import { migrations } from '../src/db/server-migrations/migrations.ts'
import { requestSpecs } from '../src/db/servers/request-specs.ts'
import { services } from '../src/db/hosts/services.ts'
import { sampleRequest } from '../src/domain/scheduling/host-state.testing.ts'
import { admin, cell1Id, type Reply, type Story, story } from './compute-story.ts'

interface Shown {
  readonly id: string
  readonly name?: string
  readonly status?: string
}

/** Creates five servers, oldest first, alternately in cell1 and cell0; returns their ids, newest first. */
const fiveServers = async ({ addServer }: Story): Promise<readonly string[]> => {
  const made: string[] = []
  for (let index = 0; index < 5; index += 1) {
    const createdAt = `2025-12-0${index + 1}T00:00:00.000Z`
    made.unshift((await addServer({ name: `s${index}`, createdAt }, index % 2 ? cell0Id : cell1Id)).id)
  }
  return made
}

const idsOf = ({ body }: Reply): readonly string[] => body.servers.map(({ id }: Shown) => id)

test(
  'servers of a cell that is down are listed as UNKNOWN, in their places on every page',
  story(async (it) => {
    const made = await fiveServers(it)
    it.down.add(cell1Id)
    const seen: Shown[] = []
    let next: string | undefined = '/servers/detail?limit=2'
    while (next) {
      const { status, body } = await it.send('GET', next, { version: '2.69' })
      assert.equal(status, 200)
      seen.push(...body.servers)
      next = body.servers_links?.[0]?.href.slice('http://cloud/compute/v2.1'.length)
    }
    assert.deepEqual(
      seen.map(({ id }) => id),
      made,
    )
    assert.deepEqual(
      seen.map(({ name, status }) => name ?? status),
      ['UNKNOWN', 's3', 'UNKNOWN', 's1', 'UNKNOWN'],
    )
    assert.deepEqual(Object.keys(seen[0] ?? {}).toSorted(), ['created', 'id', 'links', 'status', 'tenant_id'])
    const brief = await it.send('GET', '/servers', { version: '2.69' })
    assert.deepEqual(Object.keys(brief.body.servers[0]).toSorted(), ['id', 'links', 'status'])
  }),
)

test(
  'lists before 2.69, and lists with filters or sort keys, leave out servers of a cell that is down',
  story(async (it) => {
    const made = await fiveServers(it)
    it.down.add(cell1Id)
    const answering = made.filter((_, index) => index % 2 === 1)
    for (const [query, version] of [
      ['', '2.68'],
      ['?name=s', '2.69'],
      ['?sort_key=display_name', '2.69'],
    ])
      assert.deepEqual(idsOf(await it.send('GET', `/servers${query}`, { version: version ?? '' })), answering)
    const gone = await it.send('GET', '/servers?deleted=true', { version: '2.69', as: admin })
    assert.deepEqual(gone.body.servers, [])
  }),
)

test(
  'a list fails while a cell is down if list_records_by_skipping_down_cells is off',
  story(async (it) => {
    await fiveServers(it)
    it.down.add(cell1Id)
    const list = listServers({ ...it.deps, config: { api: { list_records_by_skipping_down_cells: false } } })
    const order = [{ column: 'id', direction: 'asc' }] as const
    await assert.rejects(
      list({
        projectId: 'project-1',
        condition: { all: [] },
        deleted: 'no',
        softDeleted: false,
        order,
        limit: 10,
      }),
      /not responding but configuration indicates that we should fail/,
    )
  }),
)

test(
  'a server of a cell that is down is shown from its request spec, unless deleted or another project’s',
  story(async (it) => {
    const { api } = it.deps.databases
    const server = await it.addServer()
    await requestSpecs(api, it.deps.clock).insert({ ...sampleRequest().spec, serverId: server.id })
    it.down.add(cell1Id)
    const shown = await it.send('GET', `/servers/${server.id}`, { version: '2.71' })
    assert.equal(shown.status, 200)
    const { status, tenant_id, user_id, flavor, server_groups } = shown.body.server
    assert.deepEqual([status, tenant_id, user_id], ['UNKNOWN', server.projectId, server.userId])
    assert.equal(flavor.ram, sampleRequest().spec.flavor.memoryMb)
    assert.equal(shown.body.server['OS-EXT-STS:power_state'], 0)
    assert.deepEqual(server_groups, [])

    const before = await it.send('GET', `/servers/${server.id}`, { version: '2.68' })
    assert.equal(before.status, 500)
    assert.match(before.body.computeFault.message, /^Cell .* is not responding/)
    const as = { user: 'eve', project: 'project-2' }
    for (const version of ['2.68', '2.69'])
      assert.equal((await it.send('GET', `/servers/${server.id}`, { version, as })).status, 404)
    await instanceMappings(api, it.deps.clock).markQueuedForDelete(server.id)
    assert.equal((await it.send('GET', `/servers/${server.id}`, { version: '2.69' })).status, 404)
  }),
)

test(
  'requests to change a server of a cell that is down fail with 500 until the cell answers again',
  story(async (it) => {
    const server = await it.addServer({ host: 'a' })
    it.down.add(cell1Id)
    for (const [method, path, body] of [
      ['DELETE', '', undefined],
      ['POST', '/action', { 'os-stop': null }],
      ['PUT', '', { server: { name: 'new' } }],
    ] as const) {
      const reply = await it.send(method, `/servers/${server.id}${path}`, { version: '2.69', body })
      assert.deepEqual([method, reply.status], [method, 500])
      assert.match(reply.body.computeFault.message, /^Cell .* is not responding/)
    }
    it.down.clear()
    assert.equal((await it.send('DELETE', `/servers/${server.id}`)).status, 204)
  }),
)

test(
  'compute services of a cell that is down are listed as UNKNOWN from 2.69 on, from their host mappings',
  story(async (it) => {
    const { databases, clock } = it.deps
    const cell = services(await databases.cell(cell1Id), clock)
    const { id } = await cell.ensure('host-a', 'nova-compute', 1)
    await cell.ensure('conductor', 'nova-conductor', 1)
    const mappings = hostMappings(databases.api, clock)
    await mappings.add('host-a', cell1Id)
    await mappings.add('host-b', cell1Id)
    const listed = async (version: string, query = '') =>
      (await it.send('GET', `/os-services${query}`, { as: admin, version })).body.services

    assert.deepEqual((await listed('2.69')).length, 2)
    it.down.add(cell1Id)
    const lost = (host: string) => ({ binary: 'nova-compute', host, status: 'UNKNOWN' })
    assert.deepEqual(await listed('2.69'), [lost('host-a'), lost('host-b')])
    assert.deepEqual(await listed('2.69', '?host=host-b&binary=nova-compute'), [lost('host-b')])
    assert.deepEqual(await listed('2.69', '?binary=nova-conductor'), [])
    assert.deepEqual(await listed('2.68'), [])

    // An error rather than 404, as the service still exists.
    const body = { status: 'disabled' }
    const change = await it.send('PUT', `/os-services/${id}`, { as: admin, version: '2.69', body })
    assert.equal(change.status, 500)
    assert.match(change.body.computeFault.message, /^Cell .* is not responding/)
    it.down.clear()
    assert.equal(
      (await it.send('PUT', `/os-services/${id}`, { as: admin, version: '2.69', body })).status,
      200,
    )
  }),
)

test(
  'servers of a cell that is down count towards quotas with the flavor of their request spec',
  story(async (it) => {
    const { spec } = sampleRequest()
    const server = await it.addServer()
    await requestSpecs(it.deps.databases.api, it.deps.clock).insert({ ...spec, serverId: server.id })
    it.down.add(cell1Id)
    const { body } = await it.send('GET', '/limits')
    const { totalInstancesUsed, totalCoresUsed, totalRAMUsed } = body.limits.absolute
    assert.deepEqual(
      [totalInstancesUsed, totalCoresUsed, totalRAMUsed],
      [1, spec.flavor.vcpus, spec.flavor.memoryMb],
    )
  }),
)

test(
  'time limits are kept in the cells that answer while another one is down',
  story(async (it) => {
    const { databases, clock, log } = it.deps
    const at = '2025-12-01T00:00:00.000Z'
    const deleted = await it.addServer({ vmState: 'soft-delete', terminatedAt: at })
    const rescued = await it.addServer({ vmState: 'rescued', updatedAt: at })
    const shelved = await it.addServer({ vmState: 'shelved', updatedAt: at })
    const building = await it.addServer({ vmState: 'building', createdAt: at })
    const resized = await it.addServer({ vmState: 'resized' })
    const cell = await databases.cell(cell1Id)
    const records = migrations(cell, clock)
    await records.create(await records.newNumber(), {
      ...{ server_id: resized.id, project_id: 'project-1', user_id: 'user-1', migration_type: 'resize' },
      ...{ status: 'finished', source_compute: 'host-1', source_node: 'host-1' },
      ...{ old_flavor: resized.flavor, new_flavor: resized.flavor },
    })
    const addresses = { database: 'dead', transport: 'dead' }
    const dead = { id: 'dead', name: 'dead', ...addresses, disabled: 0, created_at: at }
    it.down.add(dead.id)
    const ended: string[] = []
    const deps = {
      ...it.deps,
      databases: { ...databases, cells: async () => [dead, ...(await databases.cells())] },
    }
    const engine = {
      signal: async (flow: FlowRef) => ended.push(typeof flow === 'string' ? flow : flow.subject) > 0,
    }
    for (const run of [
      reclaimServers(deps),
      unrescueOld(deps),
      offloadShelved(deps),
      confirmOldResizes(deps),
      endSlowBuilds({ databases: deps.databases, clock, log, engine, longestSeconds: 60 }),
    ])
      await run()
    const flows = await cell.selectFrom('flows').select(['name', 'subject']).orderBy('name').execute()
    assert.deepEqual(
      flows.map(({ name, subject }) => [name, subject]),
      [
        ['confirm-resize', resized.id],
        ['delete-server', deleted.id],
        ['offload-server', shelved.id],
        ['operate-server', rescued.id],
      ],
    )
    assert.deepEqual(ended, [building.id])
  }),
)
