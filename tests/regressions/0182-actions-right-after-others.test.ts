import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operateServer } from '@nimbo/compute/flows/operate-server/operate-server'
import { serverInStatus } from '@nimbo/testkit/servers'
import { actUntilConcluded } from '../faults/act-until-concluded.ts'
import { startEmbeddedCloud } from '../faults/embedded-cloud.ts'

/** Only in the embedded cloud, because this holds its conductor. */
test('an action right after another waits for the end of its flow instead of being refused', async () => {
  await using cloud = await startEmbeddedCloud()
  const { compute } = cloud.admin
  const { id, point } = await actUntilConcluded(cloud, { action: 'pause', flow: operateServer, act: 'hold' })
  const path = `/servers/${id}/action`
  await serverInStatus(cloud.admin, id, 'PAUSED')
  // Refused before: "Cannot 'unpause' instance … while it is in task_state None".
  const unpaused = compute.post(path, { unpause: null })
  const first = await Promise.race([unpaused, compute.get(`/servers/${id}`)])
  assert.equal(first.status, 200, 'the action was answered before the flow of the last one was saved')
  await point.release()
  assert.equal((await unpaused).status, 202)
  await serverInStatus(cloud.admin, id, 'ACTIVE')
})
