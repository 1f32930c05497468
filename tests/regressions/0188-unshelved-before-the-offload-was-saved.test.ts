import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offloadServer } from '@nimbo/compute/flows/offload-server/offload-server'
import { serverInStatus } from '@nimbo/testkit/servers'
import { actUntilConcluded } from '../faults/act-until-concluded.ts'
import { startEmbeddedCloud } from '../faults/embedded-cloud.ts'

/** Only in the embedded cloud, where the conductor is back before the lease of its unfinished flow has expired. */
test('a server can be unshelved after its conductor died before it saved the end of the offload', async () => {
  await using cloud = await startEmbeddedCloud()
  const { compute } = cloud.admin
  const { id } = await actUntilConcluded(cloud, { action: 'shelve', flow: offloadServer, act: 'kill' })
  await cloud.recovered()
  await serverInStatus(cloud.admin, id, 'SHELVED_OFFLOADED')

  assert.equal((await compute.post(`/servers/${id}/action`, { unshelve: null })).status, 202)
  // The end of the offload, run again, used to reset the task state of the unshelve, which failed: the server stayed shelved.
  await serverInStatus(cloud.admin, id, 'ACTIVE')
})
