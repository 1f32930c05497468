import assert from 'node:assert/strict'
import { test } from 'node:test'
import { internalContext } from '@nimbo/kernel/context'
import { testDatabase } from '@nimbo/testing/test-database'
import { migrations } from '../migrations.ts'
import type { NetworkTables } from '../tables.ts'
import { computeEvent } from './compute-event.ts'
import { addComputeEvents, ComputeEvents } from './compute-events.ts'

test('an event belongs to the process that wrote or claimed it, until that claim expires', async () => {
  const { db, close } = await testDatabase<NetworkTables>(migrations)
  const at = (second: number) => new Date(second * 1000).toISOString()
  const [one, other] = [new ComputeEvents(db), new ComputeEvents(db)]
  const clock = { now: () => 0, after: () => () => {} }
  const ctx = internalContext()
  await addComputeEvents(db, [
    computeEvent(ctx, clock, 'network-changed', { id: 'port', device_id: 'server' }),
  ])
  assert.deepEqual(await other.claim(at(14), at(30), 5), [])
  const claims = await Promise.all([one.claim(at(15), at(30), 5), other.claim(at(15), at(30), 5)])
  assert.deepEqual(claims.map(({ length }) => length).toSorted(), [0, 1])
  assert.deepEqual(await other.claim(at(29), at(50), 5), [])
  assert.equal(await other.anyDue(at(29)), false)
  const [taken] = await other.claim(at(30), at(50), 5)
  assert.equal(taken?.port_id, 'port')
  await other.release(['another'], at(40))
  assert.equal(await one.anyDue(at(40)), false)
  await other.release([taken?.id ?? ''], at(40))
  assert.equal(await one.anyDue(at(40)), true)
  await other.remove([taken?.id ?? ''])
  assert.equal(await one.anyDue(at(60)), false)
  await close()
})
