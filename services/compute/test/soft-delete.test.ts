import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reclaimServers } from '../src/app/servers/reclaim-servers.ts'
import { instances } from '../src/db/servers/instances.ts'
import { admin, cell1Id, type Story, story } from './compute-story.ts'

/** Deleted servers are kept for an hour. */
const keeping = { options: { OS_DEFAULT__RECLAIM_INSTANCE_INTERVAL: '3600' } }

const flowsOf = async ({ deps }: Story) => {
  const flows = await (await deps.databases.cell(cell1Id)).selectFrom('flows').selectAll().execute()
  return flows.map(({ name, input }) => [name, JSON.parse(input).operation?.kind])
}

const kept = { vmState: 'soft-delete', terminatedAt: '2025-12-31T23:00:00.000Z' } as const

test(
  'with reclaim_instance_interval a server is soft-deleted, and forceDelete deletes it for good',
  story(async (it) => {
    const { id } = await it.addServer()
    assert.equal((await it.send('DELETE', `/servers/${id}`)).status, 204)
    assert.deepEqual(await flowsOf(it), [['operate-server', 'soft-delete']])
    const { body } = await it.send('GET', `/servers/${id}`)
    assert.equal(body.server['OS-EXT-STS:task_state'], 'soft-deleting')
    assert.equal((await it.send('DELETE', `/servers/${id}`)).status, 204, 'it is being deleted already')
    assert.equal((await flowsOf(it)).length, 1)
    const actions = (await it.send('GET', `/servers/${id}/os-instance-actions`)).body.instanceActions
    assert.equal(actions[0].action, 'delete')
    const other = await it.addServer(kept)
    assert.equal((await it.send('DELETE', `/servers/${other.id}`)).status, 204)
    assert.equal((await flowsOf(it)).length, 1, 'it is deleted already')
    const force = await it.send('POST', `/servers/${other.id}/action`, { body: { forceDelete: null } })
    assert.equal(force.status, 202)
    assert.ok((await flowsOf(it)).some(([name]) => name === 'delete-server'))
  }, keeping),
)

test(
  'a locked server is not deleted, and one that never ran is deleted at once',
  story(async (it) => {
    const locked = await it.addServer({ locked: true })
    assert.equal((await it.send('DELETE', `/servers/${locked.id}`)).status, 409)
    const failed = await it.addServer({ vmState: 'error', launchedAt: null })
    assert.equal((await it.send('DELETE', `/servers/${failed.id}`)).status, 204)
    assert.deepEqual(await flowsOf(it), [['delete-server', undefined]])
  }, keeping),
)

test(
  'without reclaim_instance_interval a server is deleted at once',
  story(async (it) => {
    const { id } = await it.addServer()
    assert.equal((await it.send('DELETE', `/servers/${id}`)).status, 204)
    assert.deepEqual(await flowsOf(it), [['delete-server', undefined]])
  }),
)

test(
  'a soft-deleted server is listed only on request, uses no quota, and is restored only within the quota',
  story(async (it) => {
    const { id } = await it.addServer(kept)
    const limit = async (instances: number) => {
      const body = { quota_set: { instances } }
      const reply = await it.send('PUT', '/os-quota-sets/project-1', { body, as: admin })
      assert.equal(reply.status, 200, JSON.stringify(reply.body))
    }
    const ids = async (query: string, as = {}) =>
      (await it.send('GET', `/servers${query}`, { as })).body.servers.map((one: { id: string }) => one.id)
    assert.deepEqual(await ids(''), [])
    assert.deepEqual(await ids('?soft_deleted=true', { ...admin, project: 'project-1' }), [id])
    assert.equal((await it.send('GET', `/servers/${id}`)).body.server.status, 'SOFT_DELETED')
    const restore = () => it.send('POST', `/servers/${id}/action`, { body: { restore: null } })
    const running = await it.addServer()
    await limit(1)
    const refused = await restore()
    assert.equal(refused.status, 403)
    assert.match(refused.body.forbidden.message, /^Quota exceeded for instances/)
    await limit(2)
    assert.equal((await restore()).status, 202)
    assert.deepEqual(await flowsOf(it), [['operate-server', 'restore']])
    const not = await it.send('POST', `/servers/${running.id}/action`, { body: { restore: null } })
    assert.equal(
      not.body.conflictingRequest.message,
      `Cannot 'restore' instance ${running.id} while it is in vm_state active`,
    )
  }, keeping),
)

test(
  'servers are deleted when they have been soft-deleted for the interval, and no others',
  story(async (it) => {
    const old = await it.addServer({ ...kept, terminatedAt: '2025-12-31T22:00:00.000Z' })
    await it.addServer({ ...kept, terminatedAt: '2025-12-31T23:30:00.000Z' })
    await it.addServer({ ...kept, terminatedAt: '2025-12-31T22:00:00.000Z', taskState: 'restoring' })
    await it.addServer()
    await reclaimServers(it.deps)()
    assert.deepEqual(await flowsOf(it), [['delete-server', undefined]])
    const cell = await it.deps.databases.cell(cell1Id)
    assert.equal((await instances(cell, it.deps.clock).find(old.id))?.taskState, 'deleting')
    await reclaimServers(it.deps)()
    assert.equal((await flowsOf(it)).length, 1)
  }, keeping),
)

test(
  'a server that is restored while expired ones are deleted is kept, and does not hold up the others',
  story(async (it) => {
    const terminatedAt = '2025-12-31T22:00:00.000Z'
    const restored = await it.addServer({ ...kept, terminatedAt })
    const restoring = await it.addServer({ ...kept, terminatedAt })
    const gone = await it.addServer({ ...kept, terminatedAt })
    const old = await it.addServer({ ...kept, terminatedAt: '2025-12-31T22:00:01.000Z' })
    const { databases, clock } = it.deps
    const cell = instances(await databases.cell(cell1Id), clock)
    const ask: typeof databases.ask = async (...asked) => {
      const found = await databases.ask(...asked)
      await cell.update(restored.id, { vmState: 'active', terminatedAt: null })
      await cell.update(restoring.id, { taskState: 'restoring' })
      await cell.markDeleted(gone.id)
      return found
    }
    await reclaimServers({ ...it.deps, databases: { ...databases, ask } })()
    assert.deepEqual(await flowsOf(it), [['delete-server', undefined]])
    const taskOf = async (id: string) => (await cell.find(id))?.taskState
    assert.deepEqual(await Promise.all([restored.id, restoring.id, old.id].map(taskOf)), [
      null,
      'restoring',
      'deleting',
    ])
  }, keeping),
)
