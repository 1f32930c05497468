import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

/** Strict clients refuse attributes of extensions in the replies to creating and updating a volume; GET has them. */
test('GET of a volume shows os-vol-tenant-attr:tenant_id, and the replies to create and update do not', async () => {
  await using cloud = await startTestCloud()
  const ada = await cloud.person('ada')
  const tenant = 'os-vol-tenant-attr:tenant_id'
  const made = await ada.volume.post('/v3/volumes', { volume: { size: 1, name: 'data' } })
  assert.equal(made.status, 202)
  assert.ok(!(tenant in made.body.volume))
  const path = `/v3/volumes/${made.body.volume.id}`
  const changed = await ada.volume.put(path, { volume: { name: 'facts' } })
  assert.ok(!(tenant in changed.body.volume))
  assert.equal((await ada.volume.get(path)).body.volume[tenant], ada.projectId)
})
