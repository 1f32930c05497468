import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildRequests } from '../src/db/servers/build-requests.ts'
import { services } from '../src/db/hosts/services.ts'
import { admin, cell1Id, imageId, type Story, story } from './compute-story.ts'

const version = '2.73'
const act = ({ send }: Story, id: string, body: object, as = {}) =>
  send('POST', `/servers/${id}/action`, { body, as, version })

const lockOf = async ({ send }: Story, id: string) => {
  const { locked, locked_reason } = (await send('GET', `/servers/${id}`, { version })).body.server
  return { locked, locked_reason }
}

test(
  'a server locked by an admin cannot be changed, unlocked or locked anew by its owner',
  story(async (it) => {
    const { id } = await it.addServer()
    const locked = { locked: true, locked_reason: 'evidence' }
    assert.equal((await act(it, id, { lock: { locked_reason: 'evidence' } }, admin)).status, 202)
    const refused = await act(it, id, { unlock: null })
    assert.equal(refused.status, 403)
    assert.match(refused.body.forbidden.message, /os-lock-server:unlock:unlock_override/)
    assert.equal((await act(it, id, { lock: { locked_reason: 'mine' } })).status, 202)
    assert.equal((await act(it, id, { unlock: null })).status, 403)
    assert.deepEqual(await lockOf(it, id), locked)
    const stopped = await act(it, id, { 'os-stop': null })
    assert.equal(stopped.status, 409)
    assert.deepEqual(stopped.body.conflictingRequest, { code: 409, message: `Instance ${id} is locked` })
    for (const [method, path, body] of [
      ['DELETE', `/servers/${id}`, undefined],
      ['POST', `/servers/${id}/metadata`, { metadata: { a: '1' } }],
      ['POST', `/servers/${id}/os-interface`, { interfaceAttachment: {} }],
    ] as const)
      assert.equal((await it.send(method, path, { body })).status, 409, `${method} ${path}`)
    assert.equal((await act(it, id, { unlock: null }, admin)).status, 202)
    assert.deepEqual(await lockOf(it, id), { locked: false, locked_reason: null })
    assert.equal((await act(it, id, { 'os-stop': null })).status, 202)
  }),
)

test(
  'a server locked by a user can be unlocked by any user of the project, and by an admin',
  story(async (it) => {
    const { id } = await it.addServer()
    for (const as of [{ user: 'user-2' }, admin]) {
      assert.equal((await act(it, id, { lock: null })).status, 202)
      assert.equal((await act(it, id, { unlock: null }, as)).status, 202)
    }
    assert.deepEqual(await lockOf(it, id), { locked: false, locked_reason: null })
  }),
)

test(
  'what a lock says before 2.73 is ignored, whatever it is',
  story(async (it) => {
    for (const said of [null, 'x', { locked_reason: 'mine' }, { locked_reason: { why: 1 } }]) {
      const { id } = await it.addServer()
      const reply = await it.send('POST', `/servers/${id}/action`, { body: { lock: said }, version: '2.72' })
      assert.equal(reply.status, 202, JSON.stringify(said))
      assert.deepEqual(await lockOf(it, id), { locked: true, locked_reason: null })
    }
  }),
)

test(
  'a lock set by an admin before the server is in a cell cannot be removed by the owner either',
  story(async (it) => {
    const booted = await it.send('POST', '/servers', {
      body: { server: { name: 'new', imageRef: imageId, flavorRef: '1' } },
    })
    const { id } = booted.body.server
    assert.equal((await act(it, id, { lock: { locked_reason: 'wait' } }, admin)).status, 202)
    assert.deepEqual(await lockOf(it, id), { locked: true, locked_reason: 'wait' })
    assert.equal((await act(it, id, { unlock: null })).status, 403)
    const pending = await buildRequests(it.deps.databases.api, it.deps.clock).find(id)
    assert.equal(pending?.build.lockedBy, 'admin')
  }),
)

test(
  'with the policy host_status:unknown-only, users see the host status only if it is UNKNOWN',
  story(
    async ({ send, addServer, deps }) => {
      const cell = await deps.databases.cell(cell1Id)
      for (const host of ['up', 'silent', 'down'])
        await services(cell, deps.clock).ensure(host, 'nova-compute', 1)
      const set = (host: string, values: { last_seen_at?: string; forced_down?: number }) =>
        cell.updateTable('services').set(values).where('host', '=', host).execute()
      await set('silent', { last_seen_at: '2025-01-01T00:00:00.000Z' })
      await set('down', { forced_down: 1 })
      const hosts = ['up', 'silent', 'down', 'unheard-of']
      for (const host of hosts) await addServer({ name: host, host })
      const seenBy = async (as: object) => {
        const { body } = await send('GET', '/servers/detail', { version: '2.16', as })
        const statuses = new Map<string, string>()
        for (const { id, name, host_status } of body.servers) {
          statuses.set(name, host_status)
          const alone = await send('GET', `/servers/${id}`, { version: '2.16', as })
          assert.equal(alone.body.server.host_status, host_status)
        }
        return hosts.map((host) => statuses.get(host))
      }
      assert.deepEqual(await seenBy({ ...admin, project: 'project-1' }), ['UP', 'UNKNOWN', 'DOWN', ''])
      assert.deepEqual(await seenBy({}), [undefined, 'UNKNOWN', undefined, undefined])
    },
    { policyYaml: 'os_compute_api:servers:show:host_status:unknown-only: role:member' },
  ),
)
