import assert from 'node:assert/strict'
import { test } from 'node:test'
import { volumeInStatus } from '@nimbo/testkit/make-volume'
import { startTestCloud } from '@nimbo/testkit/start-test-cloud'

/** From 3.53 on unknown keys are refused, and `consistencygroup_id`, which cinderclient always sends, was treated as one. */
test('a volume is created in every microversion when unused keys are null, as cinderclient sends them', async () => {
  await using cloud = await startTestCloud()
  const ada = await cloud.person('ada')
  const volume = {
    ...{ size: 1, name: 'data', description: null, metadata: {}, availability_zone: null },
    ...{ consistencygroup_id: null, snapshot_id: null, source_volid: null, backup_id: null },
    ...{ volume_type: null, imageRef: null },
  }
  for (const version of ['3.0', '3.52', '3.53', '3.71']) {
    const headers = { 'openstack-api-version': `volume ${version}` }
    const made = await ada.volume.post('/v3/volumes', { volume }, headers)
    assert.equal(made.status, 202, `${version}: ${JSON.stringify(made.body)}`)
    await volumeInStatus(ada, made.body.volume.id, 'available')
  }
})
