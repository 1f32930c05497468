import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '@nimbo/durable/manual-clock'
import { failureDetector } from '@nimbo/service/failure-detector'
import { testDatabases } from '@nimbo/testing/test-databases'
import { openTestCells } from '../db/cells/open-cells.testing.ts'
import { services } from '../db/hosts/services.ts'
import { hostLiveness } from './host-liveness.ts'

const downAfterSeconds = 60

test('after an outage a silent host counts as up until service_down_time has passed, so that it can report', async () => {
  const clock = manualClock()
  const memory = testDatabases()
  const { databases, everyCell } = await openTestCells({ ...memory, clock })
  const cell = everyCell.find(({ name }) => name === 'cell1')
  assert.ok(cell)
  const rows = services(cell.db, clock)
  const { id } = await rows.ensure('host-a', 'nova-compute', 1)
  const { id: forced } = await rows.ensure('host-b', 'nova-compute', 1)
  await rows.update(forced, { forced_down: 1 })
  const { silentBefore, interrupted } = failureDetector(clock)
  const isUp = hostLiveness({ databases, clock, silentBefore }, downAfterSeconds)
  await rows.report(id)
  clock.advance(downAfterSeconds * 1000 + 1)
  assert.equal(await isUp(cell.id, 'host-a'), false, 'no report for service_down_time')

  interrupted()
  assert.equal(await isUp(cell.id, 'host-a'), true)
  assert.equal(await isUp(cell.id, 'host-b'), false, 'a service that is forced down is down at once')
  assert.equal(await isUp(cell.id, 'host-c'), false, 'there is no such host')
  clock.advance(downAfterSeconds * 1000 + 1)
  assert.equal(await isUp(cell.id, 'host-a'), false)
  await rows.report(id)
  assert.equal(await isUp(cell.id, 'host-a'), true)
  await memory.close()
})

test('a host does not count as down because this process was itself paused', async () => {
  const clock = manualClock()
  let stoodStillMs = 0
  const late = { ...clock, now: () => clock.now() + stoodStillMs }
  const memory = testDatabases()
  const { databases, everyCell } = await openTestCells({ ...memory, clock: late })
  const cell = everyCell.find(({ name }) => name === 'cell1')
  assert.ok(cell)
  const rows = services(cell.db, late)
  const { silentBefore, watchOwnLateness } = failureDetector(late)
  const isUp = hostLiveness({ databases, clock: late, silentBefore }, downAfterSeconds)
  watchOwnLateness()
  clock.advance(2 * downAfterSeconds * 1000)
  await rows.report((await rows.ensure('host-a', 'nova-compute', 1)).id)
  stoodStillMs += 10 * downAfterSeconds * 1000
  assert.equal(await isUp(cell.id, 'host-a'), true)
  clock.advance(downAfterSeconds * 1000 - 1_000)
  assert.equal(await isUp(cell.id, 'host-a'), true)
  clock.advance(2_000)
  assert.equal(
    await isUp(cell.id, 'host-a'),
    false,
    'no report for service_down_time in which this process ran on time',
  )
  await memory.close()
})
