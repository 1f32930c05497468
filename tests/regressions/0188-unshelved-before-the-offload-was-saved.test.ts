import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offloadServer } from '@nimbo/compute/flows/offload-server/offload-server'
import { newTracePosition } from '@nimbo/kernel/context'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { formatTraceparent } from '@nimbo/trace/traceparent'
import { startEmbeddedCloud } from '../faults/embedded-cloud.ts'
import { stepsOf } from '../faults/places.ts'
import { makeSetup, orderOf } from '../faults/setup.ts'

/** Only the embedded cloud: the conductor is back before the lease of what it left has lapsed. */
test('a server is unshelved though its conductor died before it saved that it is offloaded', async () => {
  await using cloud = await startEmbeddedCloud()
  const { compute } = cloud.admin
  const setup = await makeSetup(cloud.admin)
  const id = await bootServer(cloud.admin, orderOf(setup, 'shelved', { volume: false }))
  await serverInStatus(cloud.admin, id, 'ACTIVE')

  const conclusion = stepsOf(offloadServer).at(-1)
  assert.ok(conclusion !== undefined)
  const trace = newTracePosition()
  const { traceId } = trace
  const point = await cloud.crashPoints.arm({ moment: 'after', act: 'kill', traceId, path: conclusion })
  const path = `/servers/${id}/action`
  const headers = { traceparent: formatTraceparent(trace) }
  assert.equal((await compute.post(path, { shelve: null }, headers)).status, 202)
  await point.reached(30_000)
  await cloud.recovered()
  await serverInStatus(cloud.admin, id, 'SHELVED_OFFLOADED')

  assert.equal((await compute.post(path, { unshelve: null })).status, 202)
  // The offload's conclusion, run again, ended the unshelve's task before: the unshelve failed, and the server stayed shelved.
  await serverInStatus(cloud.admin, id, 'ACTIVE')
})
