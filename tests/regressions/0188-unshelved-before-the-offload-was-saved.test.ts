import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offloadServer } from '@nimbo/compute/flows/offload-server/offload-server'
import { serverInStatus } from '@nimbo/testkit/servers'
import { actUntilConcluded } from '../faults/act-until-concluded.ts'
import { startEmbeddedCloud } from '../faults/embedded-cloud.ts'

/** Only the embedded cloud: the conductor is back before the lease of what it left has lapsed. */
test('a server is unshelved though its conductor died before it saved that it is offloaded', async () => {
  await using cloud = await startEmbeddedCloud()
  const { compute } = cloud.admin
  const { id } = await actUntilConcluded(cloud, { action: 'shelve', flow: offloadServer, act: 'kill' })
  await cloud.recovered()
  await serverInStatus(cloud.admin, id, 'SHELVED_OFFLOADED')

  assert.equal((await compute.post(`/servers/${id}/action`, { unshelve: null })).status, 202)
  // The offload's conclusion, run again, ended the unshelve's task before: the unshelve failed, and the server stayed shelved.
  await serverInStatus(cloud.admin, id, 'ACTIVE')
})
