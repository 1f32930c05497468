import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '@nimbo/durable/manual-clock'
import { testDatabases } from '@nimbo/testkit/test-databases'
import { openTestCells } from '../cells/open-cells.testing.ts'
import { services } from '../db/services.ts'
import { hostLiveness } from './host-liveness.ts'

const downAfterSeconds = 60

test('hosts that nobody was there to hear have time to be heard of after an outage of the whole site', async () => {
  const clock = manualClock()
  const memory = testDatabases()
  const { databases, everyCell } = await openTestCells({ ...memory, clock })
  const cell = everyCell.find(({ name }) => name === 'cell1')
  assert.ok(cell)
  const rows = services(cell.db, clock)
  const { id } = await rows.ensure('host-a', 'nova-compute', 1)
  const { id: forced } = await rows.ensure('host-b', 'nova-compute', 1)
  await rows.update(forced, { forced_down: 1 })
  const before = hostLiveness({ databases, clock }, downAfterSeconds)
  await rows.report(id)
  clock.advance(downAfterSeconds * 1000 + 1)
  assert.equal(await before(cell.id, 'host-a'), false, 'the conductor was there, and the host was silent')

  const again = hostLiveness({ databases, clock }, downAfterSeconds)
  assert.equal(await again(cell.id, 'host-a'), true)
  assert.equal(await again(cell.id, 'host-b'), false, 'what an administrator says needs no time')
  assert.equal(await again(cell.id, 'host-c'), false, 'nobody knows it')
  clock.advance(downAfterSeconds * 1000 + 1)
  assert.equal(await again(cell.id, 'host-a'), false)
  await rows.report(id)
  assert.equal(await again(cell.id, 'host-a'), true)
  await memory.close()
})
