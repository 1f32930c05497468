import assert from 'node:assert/strict'
import { test } from 'node:test'
import { json } from '@nimbo/http/reply'
import { eventually } from '@nimbo/testing/eventually'
import { servicesWithApi } from '@nimbo/testkit/services-with-api'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

/**
 * A volume with `deletion_policy: Snapshot` whose backup took longer than one visit of the engine to a resource was backed up
 * again at each visit.
 */
const held = { isHeld: true, looks: 0, made: 0 }

/** More polls than the engine makes in one visit to a resource. */
const looksOfTwoVisits = 12

/** A volume API that counts backups, and shows them as unfinished while they are held. */
const slowBackups = servicesWithApi('cinder-api', (api) => async (request) => {
  const [, id] = /\/backups\/([\w-]+)$/.exec(request.path) ?? []
  if (request.method === 'POST' && request.path.endsWith('/backups')) held.made += 1
  if (request.method !== 'GET' || id === undefined || !held.isHeld) return api(request)
  held.looks += 1
  return json(200, { backup: { id, status: 'creating' } })
})

test('a stack backs a volume up only once before it deletes it, however long the backup takes', async () => {
  await using cloud = await startTestCloud({ services: slowBackups })
  const { orchestration, projectId, volume } = cloud.admin
  const root = orchestration.url.includes(projectId) ? '/stacks' : `/v1/${projectId}/stacks`
  const properties = { name: 'data', size: 1 }
  const { status, body } = await orchestration.post(root, {
    stack_name: 'kept',
    template: {
      heat_template_version: '2021-04-16',
      resources: { data: { type: 'OS::Cinder::Volume', deletion_policy: 'Snapshot', properties } },
    },
  })
  assert.equal(status, 201, JSON.stringify(body))
  const place = `${root}/kept/${body.stack.id}`
  const becomes = (wanted: string) =>
    eventually(async () => assert.equal((await orchestration.get(place)).body.stack.stack_status, wanted))
  await becomes('CREATE_COMPLETE')
  assert.equal((await orchestration.delete(place)).status, 204)
  await eventually(async () => assert.ok(held.looks >= looksOfTwoVisits), { withinMs: 60_000 })
  held.isHeld = false
  await becomes('DELETE_COMPLETE')
  assert.equal(held.made, 1)
  assert.deepEqual((await volume.get('/v3/volumes')).body.volumes, [])
  assert.equal((await volume.get('/v3/backups')).body.backups.length, 1)
})
