import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operateServer } from '@nimbo/compute/flows/operate-server/operate-server'
import { newTracePosition } from '@nimbo/kernel/context'
import { bootServer, serverInStatus } from '@nimbo/testkit/servers'
import { formatTraceparent } from '@nimbo/trace/traceparent'
import { startEmbeddedCloud } from '../faults/embedded-cloud.ts'
import { stepsOf } from '../faults/places.ts'
import { makeSetup, orderOf } from '../faults/setup.ts'

/** Only the embedded cloud: its conductor is held. */
test('an action is taken on once the last one is done, though its flow is not saved yet', async () => {
  await using cloud = await startEmbeddedCloud()
  const { compute } = cloud.admin
  const setup = await makeSetup(cloud.admin)
  const id = await bootServer(cloud.admin, orderOf(setup, 'paused', { volume: false }))
  await serverInStatus(cloud.admin, id, 'ACTIVE')

  const conclusion = stepsOf(operateServer).at(-1)
  assert.ok(conclusion !== undefined)
  const trace = newTracePosition()
  const point = await cloud.crashPoints.arm({
    ...{ moment: 'after', act: 'hold', traceId: trace.traceId, path: conclusion },
  })
  const path = `/servers/${id}/action`
  const headers = { traceparent: formatTraceparent(trace) }
  assert.equal((await compute.post(path, { pause: null }, headers)).status, 202)
  await point.reached(30_000)
  await serverInStatus(cloud.admin, id, 'PAUSED')
  // Refused before: "Cannot 'unpause' instance … while it is in task_state None".
  const unpaused = compute.post(path, { unpause: null })
  const first = await Promise.race([unpaused, compute.get(`/servers/${id}`)])
  assert.equal(first.status, 200, 'it is not refused before the last action has ended')
  await point.release()
  assert.equal((await unpaused).status, 202)
  await serverInStatus(cloud.admin, id, 'ACTIVE')
})
