import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { passwordsByServer } from '../src/app/guest-passwords/guest-passwords.ts'
import { consoleAuthTokens } from '../src/db/servers/console-auth-tokens.ts'
import { requestSpecs } from '../src/db/servers/request-specs.ts'
import { services } from '../src/db/hosts/services.ts'
import { sampleServer } from '../src/domain/servers/server.testing.ts'
import type { RequestSpec } from '../src/domain/servers/request-spec.ts'
import { admin, cell1Id, story } from './compute-story.ts'

const usagePath = (query: string) => `/os-simple-tenant-usage${query}`
const january = 'start=2025-12-01T00:00:00&end=2025-12-02T00:00:00'

test(
  'the usage of a project counts the hours that its servers existed within the period',
  story(async ({ send, addServer }) => {
    const flavor = { ...sampleServer({}).flavor, vcpus: 2, memoryMb: 512, rootGb: 10, ephemeralGb: 5 }
    const lived = (launchedAt: string, terminatedAt: string | null, projectId = 'project-1') =>
      addServer({ flavor, launchedAt, terminatedAt, deletedAt: terminatedAt, projectId })
    await lived('2025-11-30T00:00:00.000Z', '2025-12-01T06:00:00.000Z')
    const { id } = await lived('2025-12-01T12:00:00.000Z', null)
    await lived('2025-12-03T00:00:00.000Z', null)
    await lived('2025-12-01T23:00:00.000Z', null, 'project-2')
    const list = await send('GET', usagePath(`?${january}`), { as: admin })
    const [own, others] = list.body.tenant_usages
    assert.deepEqual(own, {
      tenant_id: 'project-1',
      start: '2025-12-01T00:00:00.000000',
      stop: '2025-12-02T00:00:00.000000',
      total_hours: 18,
      total_vcpus_usage: 36,
      total_memory_mb_usage: 9216,
      total_local_gb_usage: 270,
    })
    assert.deepEqual([others.tenant_id, others.total_hours], ['project-2', 1])

    const show = await send('GET', usagePath(`/project-1?${january}`))
    const usages = show.body.tenant_usage.server_usages
    const running = usages.find((one: { instance_id: string }) => one.instance_id === id)
    assert.deepEqual([running.hours, running.state, running.ended_at], [12, 'active', null])
    const ended = usages.find((one: { instance_id: string }) => one.instance_id !== id)
    assert.deepEqual([ended.hours, ended.state, ended.uptime], [6, 'terminated', 30 * 3600])
    for (const query of ['', `?${january}`]) {
      const none = await send('GET', usagePath(`/project-3${query}`), { as: admin })
      assert.deepEqual(none.body, { tenant_usage: {} })
    }
  }),
)

test(
  'usage is paged from 2.40 on, and refused to other projects and for invalid queries',
  story(async ({ send, addServer }) => {
    for (const projectId of ['a', 'b', 'b'])
      await addServer({ projectId, launchedAt: '2025-12-01T00:00:00.000Z' })
    const projects = (body: { tenant_usages: { tenant_id: string }[] }) =>
      body.tenant_usages.map(({ tenant_id }) => tenant_id)
    const first = await send('GET', usagePath(`?${january}&limit=2`), { as: admin, version: '2.40' })
    assert.deepEqual(projects(first.body), ['a', 'b'])
    const next = new URL(first.body.tenant_usages_links[0].href).search
    const second = await send('GET', usagePath(next), { as: admin, version: '2.40' })
    assert.deepEqual(projects(second.body), ['b'])
    const old = await send('GET', usagePath(`?${january}&limit=1`), { as: admin })
    assert.deepEqual([projects(old.body), old.body.tenant_usages_links], [['a', 'b'], undefined])

    const asked = async (path: string, version = '2.40', as = admin) =>
      (await send('GET', usagePath(path), { as, version })).status
    assert.equal(await asked(`?${january}`, '2.40', {}), 403)
    assert.equal(await asked(`/other?${january}`, '2.40', {}), 403)
    assert.equal(await asked('?start=yesterday'), 400)
    assert.equal(await asked('?start=2025-12-02T00:00:00&end=2025-12-01T00:00:00'), 400)
    assert.equal(await asked(`?${january}&marker=nobody`), 400)
    assert.equal(await asked(`?${january}&unknown=1`, '2.75'), 400)
  }),
)

test(
  'the usage audit log shows the last whole period, and the hosts that did not audit it',
  story(async ({ send, deps }) => {
    await services(await deps.databases.cell(cell1Id), deps.clock).ensure('host-1', 'nova-compute', 1)
    const log = (await send('GET', '/os-instance_usage_audit_log', { as: admin })).body
      .instance_usage_audit_logs
    assert.deepEqual(
      [log.period_beginning, log.period_ending, log.hosts_not_run, log.overall_status],
      ['2025-12-01 00:00:00', '2026-01-01 00:00:00', ['host-1'], '0 of 1 hosts done. 0 errors.'],
    )
    const before = (instant: string) =>
      send('GET', `/os-instance_usage_audit_log/${encodeURIComponent(instant)}`, { as: admin })
    const older = await before('2025-07-05 10:00:00')
    assert.equal(older.body.instance_usage_audit_log.period_beginning, '2025-06-01 00:00:00')
    assert.equal((await before('2025-07-05')).status, 400)
  }),
)

test(
  'the password that a guest sets is shown to its user until the user deletes it',
  story(async ({ send, addServer, deps }) => {
    const { id } = await addServer()
    const shown = async () => (await send('GET', `/servers/${id}/os-server-password`)).body.password
    assert.equal(await shown(), '')
    const guests = passwordsByServer(deps)
    assert.ok(await guests.set(id, 'c2VhbGVk'))
    assert.ok(!(await guests.set(id, 'other')))
    assert.equal(await shown(), 'c2VhbGVk')
    assert.equal((await send('DELETE', `/servers/${id}/os-server-password`)).status, 204)
    assert.equal(await shown(), '')
    assert.ok(await guests.set(id, 'another'))
  }),
)

test(
  'a console token gives the address of the console until it expires, and only to admins',
  story(async ({ send, addServer, deps }) => {
    const { id } = await addServer()
    const ticket = (token: string, expires_at: string) => ({
      token_hash: createHash('sha256').update(token).digest('hex'),
      ...{ server_id: id, console_type: 'novnc', host: '10.0.0.1', port: 5900 },
      ...{ tls_port: null, internal_access_path: null, expires_at, created_at: expires_at },
    })
    const tickets = consoleAuthTokens(await deps.databases.cell(cell1Id), deps.clock)
    await tickets.insert(ticket('good', '2030-01-01T00:00:00.000Z'))
    await tickets.insert(ticket('old', '2025-01-01T00:00:00.000Z'))
    const ask = (token: string, version = '2.31', as = admin) =>
      send('GET', `/os-console-auth-tokens/${token}`, { version, as })
    assert.deepEqual((await ask('good')).body, {
      console: { instance_uuid: id, host: '10.0.0.1', port: 5900, internal_access_path: null },
    })
    assert.equal((await ask('old')).status, 404)
    assert.equal((await ask('good', '2.30')).status, 400)
    assert.equal((await ask('good', '2.31', {})).status, 403)
  }),
)

test(
  'a server without a NUMA topology shows an empty one, from 2.78 on',
  story(async ({ send, addServer }) => {
    const { id } = await addServer()
    const shown = await send('GET', `/servers/${id}/topology`, { version: '2.78' })
    assert.deepEqual(shown.body, { nodes: [], pagesize_kb: null })
    assert.equal((await send('GET', `/servers/${id}/topology`, { version: '2.77' })).status, 404)
  }),
)

test(
  'APIs that OpenStack has removed answer with 410',
  story(async ({ send }) => {
    for (const [method, path] of [
      ['GET', '/os-agents'],
      ['PUT', '/os-agents/1'],
      ['GET', '/os-cells/detail'],
      ['GET', '/os-fixed-ips/10.0.0.1'],
      ['DELETE', '/os-networks/x'],
      ['GET', '/servers/x/os-virtual-interfaces'],
    ] as const) {
      const { status, body } = await send(method, path)
      assert.equal(status, 410, `${method} ${path}`)
      assert.equal(
        body.computeFault.message,
        'This resource is no longer available. No forwarding address is given.',
      )
    }
  }),
)

test(
  'a server can be pinned to its availability zone, and unpinned, from 2.104 on',
  story(async ({ send, addServer, deps }) => {
    const { id } = await addServer({ availabilityZone: 'nova', host: 'host-1', node: 'host-1' })
    const specs = requestSpecs(deps.databases.api, deps.clock)
    const spec: Partial<RequestSpec> = { serverId: id, schedulerHints: {} }
    // The other parts of a request spec do not matter here.
    await specs.insert(spec as RequestSpec)
    const pin = async (zone: string | null, version = '2.104') => {
      const body = { server: { pinned_availability_zone: zone } }
      const { status, body: answer } = await send('PUT', `/servers/${id}`, { body, version })
      return [status, answer.server?.pinned_availability_zone]
    }
    assert.equal((await pin('nova', '2.103'))[0], 400)
    assert.equal((await pin('elsewhere'))[0], 409)
    assert.deepEqual(await pin('nova'), [200, 'nova'])
    assert.deepEqual(await pin('nova'), [200, 'nova'])
    assert.equal((await pin('elsewhere'))[0], 409)
    assert.deepEqual(await pin(null), [200, null])
    assert.equal((await specs.find(id))?.availabilityZone, undefined)
  }),
)
