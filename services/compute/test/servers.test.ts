import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cell0Id } from '../src/db/cells/cell-mappings.ts'
import { instances } from '../src/db/servers/instances.ts'
import { admin, cell1Id, imageId, story } from './compute-story.ts'

interface Shown {
  readonly id: string
  readonly name: string
}

test(
  'paged lists have the servers of all cells and those being scheduled, each once and newest first',
  story(async ({ send, addServer }) => {
    const made: string[] = []
    for (let index = 0; index < 5; index += 1) {
      const createdAt = `2025-12-0${index + 1}T00:00:00.000Z`
      made.unshift((await addServer({ name: `s${index}`, createdAt }, index % 2 ? cell0Id : cell1Id)).id)
    }
    const booted = await send('POST', '/servers', {
      body: { server: { name: 'new', imageRef: imageId, flavorRef: '1' } },
    })
    made.unshift(booted.body.server.id)
    const seen: string[] = []
    let next: string | undefined = '/servers?limit=2'
    while (next) {
      const { body }: { body: { servers: Shown[]; servers_links?: { href: string }[] } } = await send(
        'GET',
        next,
      )
      seen.push(...body.servers.map(({ id }) => id))
      const href = body.servers_links?.[0]?.href
      next = href?.slice('http://cloud/compute/v2.1'.length)
    }
    assert.deepEqual(seen, made)
  }),
)

test(
  'lists of servers are filtered and sorted, and leave out servers of other projects',
  story(async ({ send, addServer }) => {
    await addServer({ name: 'web-1', vmState: 'stopped', tags: ['blue'], metadata: { tier: 'front' } })
    await addServer({ name: 'web-2', tags: ['blue', 'green'] })
    await addServer({ name: 'db-1', metadata: { tier: 'back' } })
    await addServer({ name: 'web-9', projectId: 'project-2' })
    const names = async (query: string, version = '2.103', as = {}) => {
      const { body } = await send('GET', `/servers?${query}&sort_key=display_name&sort_dir=asc`, {
        version,
        as,
      })
      return body.servers.map(({ name }: Shown) => name)
    }
    assert.deepEqual(await names(''), ['db-1', 'web-1', 'web-2'])
    assert.deepEqual(await names('name=^web'), ['web-1', 'web-2'])
    assert.deepEqual(await names('status=SHUTOFF'), ['web-1'])
    for (const vmState of ['active', 'stopped', 'error'] as const)
      await addServer({ name: `anew-${vmState}`, vmState, taskState: 'rebuilding', projectId: 'project-3' })
    assert.deepEqual(await names('status=rebuild', '2.103', { project: 'project-3' }), [
      ...['anew-active', 'anew-error', 'anew-stopped'],
    ])
    assert.deepEqual(await names('tags=blue,green'), ['web-2'])
    assert.deepEqual(await names('not-tags-any=green'), ['db-1', 'web-1'])
    const byMetadata = `metadata=${encodeURIComponent('{"tier":"back"}')}`
    assert.deepEqual(await names(byMetadata, '2.103', { ...admin, project: 'project-1' }), ['db-1'])
    assert.deepEqual(await names('flavor=2'), [])
    assert.equal((await send('GET', '/servers?all_tenants=1')).status, 403)
    const all = await send('GET', '/servers?all_tenants=1', { as: admin })
    assert.equal(all.body.servers.length, 7)
    assert.equal((await send('GET', '/servers?status=silly', { version: '2.38' })).status, 400)
    assert.deepEqual((await send('GET', '/servers?status=silly')).body.servers, [])
    assert.equal((await send('GET', '/servers?marker=nobody')).status, 400)
    assert.deepEqual(await names('colour=blue', '2.74'), await names('', '2.74'))
    const unknown = await send('GET', '/servers?colour=blue&name=web', { version: '2.75' })
    assert.deepEqual(unknown.body.badRequest, {
      code: 400,
      message: "Additional properties are not allowed ('colour' was unexpected)",
    })
    assert.equal((await send('GET', '/servers?limit=-1')).status, 400)
  }),
)

test(
  'a server is shown with the fields of the requested version and of the reader’s role',
  story(async ({ send, addServer }) => {
    const { id } = await addServer({ description: 'front', tags: ['blue'] })
    const show = async (version: string, as = {}) =>
      (await send('GET', `/servers/${id}`, { version, as })).body.server
    const first = await show('2.1')
    assert.deepEqual(first.flavor, {
      id: '1',
      links: [{ rel: 'bookmark', href: 'http://cloud/compute/flavors/1' }],
    })
    for (const name of [
      'description',
      'tags',
      'locked',
      'OS-EXT-SRV-ATTR:host',
      'host_status',
      'server_groups',
    ])
      assert.ok(!(name in first), name)
    const today = await show('2.103')
    assert.equal(today.flavor.original_name, 'm1.tiny')
    assert.equal(today.description, 'front')
    assert.deepEqual(today.tags, ['blue'])
    assert.equal(today.locked, false)
    assert.deepEqual(today.server_groups, [])
    assert.equal(today['OS-EXT-SRV-ATTR:hostname'], 'web')
    assert.ok(!('OS-EXT-SRV-ATTR:host' in today))
    assert.match(today.hostId, /^[0-9a-f]{56}$/)
    const whole = await show('2.103', admin)
    assert.equal(whole['OS-EXT-SRV-ATTR:host'], 'host-1')
    assert.equal(whole['OS-EXT-SRV-ATTR:instance_name'], 'instance-00000001')
    assert.ok(!('description' in (await show('2.18'))))
    assert.ok('description' in (await show('2.19')))
  }),
)

test(
  'an accepted action sets the task state and records an action and a flow; a second one is refused',
  story(async ({ send, addServer, deps, around }) => {
    const { id } = await addServer()
    assert.equal((await send('POST', `/servers/${id}/action`, { body: { 'os-stop': null } })).status, 202)
    const cell = await deps.databases.cell(cell1Id)
    const server = await instances(cell, deps.clock).find(id)
    assert.equal(server?.taskState, 'powering-off')
    const [flow] = await cell.selectFrom('flows').selectAll().execute()
    assert.deepEqual(JSON.parse(flow?.input ?? ''), { serverId: id, operation: { kind: 'stop' } })
    assert.deepEqual(around.toldConductor, [`flow in ${cell1Id}`])
    const actions = (await send('GET', `/servers/${id}/os-instance-actions`)).body.instanceActions
    assert.equal(actions[0].action, 'stop')
    const again = await send('POST', `/servers/${id}/action`, { body: { 'os-stop': null } })
    assert.equal(again.status, 409)
    assert.equal(
      again.body.conflictingRequest.message,
      `Cannot 'stop' instance ${id} while it is in task_state powering-off`,
    )
    assert.equal((await send('POST', `/servers/${id}/action`, { body: { 'os-fly': null } })).status, 400)
  }),
)

test(
  'a server of another project is not found, whatever the request',
  story(async ({ send, addServer }) => {
    const { id } = await addServer({ projectId: 'project-2' })
    assert.equal((await send('GET', `/servers/${id}`)).status, 404)
    assert.equal((await send('DELETE', `/servers/${id}`)).status, 404)
    const stop = await send('POST', `/servers/${id}/action`, { body: { 'os-stop': null } })
    assert.deepEqual(stop.body, {
      itemNotFound: { code: 404, message: `Instance ${id} could not be found.` },
    })
  }),
)

test(
  'a server on a host is deleted by a flow, and one that never got a host at once',
  story(async ({ send, addServer, deps }) => {
    const running = await addServer()
    assert.equal((await send('DELETE', `/servers/${running.id}`)).status, 204)
    assert.equal((await send('DELETE', `/servers/${running.id}`)).status, 204)
    const cell = await deps.databases.cell(cell1Id)
    assert.deepEqual(
      (await cell.selectFrom('flows').select('name').execute()).map(({ name }) => name),
      ['delete-server'],
    )
    const shown = await send('GET', `/servers/${running.id}`)
    assert.equal(shown.body.server['OS-EXT-STS:task_state'], 'deleting')
    const buried = await addServer({ host: null, node: null, vmState: 'error', launchedAt: null }, cell0Id)
    assert.equal((await send('DELETE', `/servers/${buried.id}`)).status, 204)
    assert.equal((await send('GET', `/servers/${buried.id}`)).status, 404)
    const gone = await send('GET', '/servers?deleted=true', { as: { ...admin, project: 'project-1' } })
    assert.deepEqual(
      gone.body.servers.map(({ id }: Shown) => id),
      [buried.id],
    )
  }),
)

test(
  'a locked server refuses its owner’s actions until it is unlocked',
  story(async ({ send, addServer }) => {
    const { id } = await addServer()
    const act = (body: object, version?: string) =>
      send('POST', `/servers/${id}/action`, { body, ...(version ? { version } : {}) })
    assert.equal((await act({ lock: { locked_reason: 'mine' } }, '2.73')).status, 202)
    assert.equal((await send('GET', `/servers/${id}`, { version: '2.73' })).body.server.locked_reason, 'mine')
    assert.equal((await act({ 'os-stop': null })).status, 409)
    assert.equal((await act({ unlock: null })).status, 202)
    assert.equal((await act({ reboot: { type: 'HARD' } })).status, 202)
  }),
)

test(
  'concurrent changes of metadata and tags are all kept',
  story(async ({ send, addServer, deps }) => {
    const { id } = await addServer({ metadata: { old: '1' }, tags: ['old'] })
    const at = `/servers/${id}`
    const keys = ['a', 'b', 'c', 'd']
    const version = '2.26'
    const replies = await Promise.all([
      ...keys.map((key) => send('PUT', `${at}/metadata/${key}`, { body: { meta: { [key]: 'x' } } })),
      send('DELETE', `${at}/metadata/old`),
      ...keys.map((key) => send('PUT', `${at}/tags/${key}`, { version })),
      send('DELETE', `${at}/tags/old`, { version }),
    ])
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200, 200, 204, 201, 201, 201, 201, 204],
    )
    const server = await instances(await deps.databases.cell(cell1Id), deps.clock).find(id)
    assert.deepEqual([Object.keys(server?.metadata ?? {}).sort(), server?.tags.toSorted()], [keys, keys])
  }),
)

test(
  'metadata, tags and the name can be changed, and the console read and opened',
  story(async ({ send, addServer }) => {
    const { id } = await addServer({ metadata: { a: '1' } })
    const at = `/servers/${id}`
    const merged = await send('POST', `${at}/metadata`, { body: { metadata: { b: '2' } } })
    assert.deepEqual(merged.body, { metadata: { a: '1', b: '2' } })
    assert.equal((await send('DELETE', `${at}/metadata/a`)).status, 204)
    assert.equal((await send('DELETE', `${at}/metadata/a`)).status, 404)
    assert.equal((await send('PUT', `${at}/tags/blue`, { version: '2.26' })).status, 201)
    assert.equal((await send('PUT', `${at}/tags/blue`, { version: '2.26' })).status, 204)
    assert.equal((await send('GET', `${at}/tags`)).status, 404)
    const renamed = await send('PUT', at, { body: { server: { name: 'www' } } })
    assert.equal(renamed.body.server.name, 'www')
    const tail = await send('POST', `${at}/action`, { body: { 'os-getConsoleOutput': { length: 2 } } })
    assert.deepEqual(tail.body, { output: 'two\nthree' })
    const opened = await send('POST', `${at}/remote-consoles`, {
      version: '2.6',
      body: { remote_console: { protocol: 'vnc', type: 'novnc' } },
    })
    assert.match(
      opened.body.remote_console.url,
      /^http:\/\/127\.0\.0\.1:6080\/vnc_auto\.html\?path=%3Ftoken%3D/,
    )
  }),
)

test(
  'paths may begin with the project’s own id, and links keep it',
  story(async ({ send, addServer }) => {
    const { id } = await addServer()
    const { body } = await send('GET', '/project-1/servers')
    assert.equal(body.servers[0].links[0].href, `http://cloud/compute/v2.1/project-1/servers/${id}`)
    assert.equal((await send('GET', '/project-2/servers')).status, 400)
    assert.equal((await send('GET', '/nonsense')).status, 404)
  }),
)
