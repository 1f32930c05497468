import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { describeWithRabbitmq, ownName, testBus } from './amqp.testing.ts'
import { cuttableProxy } from './cuttable-proxy.testing.ts'

const sendTimeoutMs = 50

describeWithRabbitmq('listening while the broker is away', (url) => {
  it('waits for the broker longer than sendTimeoutMs, so that a starting process does not fail', async () => {
    await using wire = await cuttableProxy(url())
    const topology = { exchange: ownName() }
    const bus = await testBus(wire.url, { sendTimeoutMs, topology })
    const other = await testBus(url(), { topology })
    try {
      wire.cut()
      const topic = ownName()
      const got: unknown[] = []
      const listening = bus.listen({ topic }, async (message) => void got.push(message))
      await pause(10 * sendTimeoutMs)
      wire.mend()
      await listening
      await other.cast({ topic }, 'soon')
      await bus.idle()
      assert.deepEqual(got, ['soon'])
    } finally {
      await bus.close()
      await other.close()
    }
  })
})
