import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '@nimbo/db/test-database'
import { internalContext } from '@nimbo/kernel/context'
import { computeEvent } from '../app/compute-event.ts'
import { ComputeEvents } from './compute-events.ts'
import { migrations } from './migrations.ts'
import type { NetworkTables } from './tables.ts'

test('who has claimed an event has it alone, until it must have died with it', async () => {
  const { db, close } = await testDatabase<NetworkTables>(migrations)
  const at = (second: number) => new Date(second * 1000).toISOString()
  const [one, other] = [new ComputeEvents(db), new ComputeEvents(db)]
  const clock = { now: () => 0, after: () => () => {} }
  await one.add(
    computeEvent(internalContext(), clock, 'network-changed', { id: 'port', device_id: 'server' }),
  )
  const claims = await Promise.all([one.claim(at(1), at(20), 5), other.claim(at(1), at(20), 5)])
  assert.deepEqual(claims.map(({ length }) => length).toSorted(), [0, 1])
  assert.deepEqual(await other.claim(at(19), at(40), 5), [])
  assert.equal(await other.anyDue(at(19)), false)
  const [taken] = await other.claim(at(20), at(40), 5)
  assert.equal(taken?.port_id, 'port')
  await other.remove([taken?.id ?? ''])
  assert.equal(await one.anyDue(at(60)), false)
  await close()
})
