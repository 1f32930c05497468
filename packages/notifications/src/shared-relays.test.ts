import assert from 'node:assert/strict'
import { it } from 'node:test'
import { SqliteAdapter } from 'kysely'
import { sharedRelays } from './shared-relays.ts'

const counted = () => {
  const calls = { starts: 0, stops: 0 }
  const relay = {
    start: () => {
      calls.starts += 1
    },
    wake: () => {},
    idle: async () => {},
    stop: async () => {
      calls.stops += 1
    },
  }
  return { calls, relay }
}

it('the shared relay of an outbox starts once, and stops when its last user stops it', async () => {
  const { calls, relay } = counted()
  const shared = sharedRelays()
  const adapter = new SqliteAdapter()
  const [one, other] = [shared.take(adapter, () => relay), shared.take(adapter, () => assert.fail())]
  one.start()
  other.start()
  await one.stop()
  assert.deepEqual(calls, { starts: 1, stops: 0 })
  await other.stop()
  assert.deepEqual(calls, { starts: 1, stops: 1 })
})

it('a shared relay starts only after the listeners have subscribed', async () => {
  const { calls, relay } = counted()
  const listening = Promise.withResolvers<void>()
  const one = sharedRelays(listening.promise).take(new SqliteAdapter(), () => relay)
  one.start()
  await Promise.resolve()
  assert.equal(calls.starts, 0)
  listening.resolve()
  await listening.promise
  assert.equal(calls.starts, 1)
})
