import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ComputeClient, ExternalEvent } from '@nimbo/clients/compute'
import { systemClock, timestamp } from '@nimbo/kernel/clock'
import { internalContext } from '@nimbo/kernel/context'
import { silentLog } from '@nimbo/kernel/log'
import { testDatabase } from '@nimbo/testing/test-database'
import { computeEvent } from './compute-event.ts'
import { addComputeEvents, ComputeEvents } from './compute-events.ts'
import { migrations } from '../migrations.ts'
import type { NetworkTables } from '../tables.ts'
import { computeEventsSender } from './send-compute-events.ts'

/** A sender to a compute that answers only once `answer` is called. */
const setUp = async () => {
  const { db, close } = await testDatabase<NetworkTables>(migrations)
  const events = new ComputeEvents(db)
  const told: string[] = []
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const compute = {
    sendEvents: async (_ctx: unknown, sent: readonly ExternalEvent[]) => {
      told.push(...sent.map(({ server_uuid }) => server_uuid))
      await answered
    },
  } as unknown as ComputeClient
  const sender = computeEventsSender({ events, compute, clock: systemClock, log: silentLog })
  const write = async (...servers: string[]) => {
    const written = servers.map((device_id) =>
      computeEvent(internalContext(), systemClock, 'network-changed', { id: 'port', device_id }),
    )
    await addComputeEvents(db, written)
    sender.send(written)
  }
  const left = async () => {
    const rows = await db.selectFrom('compute_events').select('server_id').execute()
    return rows.map(({ server_id }) => server_id)
  }
  return { events, told, answer, sender, write, left, close }
}

test('a written event is sent to compute at once, and removed once compute has answered', async () => {
  const { told, answer, sender, write, left, close } = await setUp()
  sender.start()
  await write('one', 'other')
  await write()
  while (told.length < 2) await new Promise(setImmediate)
  assert.deepEqual((await left()).toSorted(), ['one', 'other'])
  answer()
  await sender.idle()
  assert.deepEqual(told.toSorted(), ['one', 'other'])
  assert.deepEqual(await left(), [])
  await sender.stop()
  await close()
})

test('a sender that stops releases the events it has not sent, so that others can claim them', async () => {
  const { events, told, answer, sender, write, left, close } = await setUp()
  sender.start()
  await write('first')
  while (told.length < 1) await new Promise(setImmediate)
  await write('second')
  const stopped = sender.stop()
  answer()
  await stopped
  assert.deepEqual(told, ['first'])
  assert.deepEqual(await left(), ['second'])
  const [claimed] = await events.claim(timestamp(systemClock), '2100', 5)
  assert.equal(claimed?.server_id, 'second')
  await close()
})
