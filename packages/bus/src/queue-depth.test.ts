import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eventually } from '@nimbo/testing/eventually'
import { describeWithRabbitmq, liveClock, ownName } from './amqp.testing.ts'
import { amqpBus } from './amqp.ts'

describeWithRabbitmq('the queues a bus listens to', (url) => {
  it('report how many messages are ready and how many consumers they have', async () => {
    const topology = { exchange: ownName() }
    const topic = ownName()
    const buses = await Promise.all(
      [1, 2].map(() => amqpBus({ transportUrl: url(), clock: liveClock, topology })),
    )
    const { promise: busy, resolve: finish } = Promise.withResolvers<undefined>()
    const [first, second] = buses
    assert.ok(first !== undefined && second !== undefined)
    try {
      for (const bus of buses) await bus.listen({ topic }, () => busy, { concurrency: 1 })
      assert.deepEqual(await first.depths(), [{ queue: topic, ready: 0, consumers: 2 }])
      for (let sent = 0; sent < 5; sent += 1) await second.cast({ topic }, sent)
      await eventually(async () => {
        assert.deepEqual(await first.depths(), [{ queue: topic, ready: 3, consumers: 2 }])
      })
    } finally {
      finish(undefined)
      await Promise.all(buses.map((bus) => bus.close()))
    }
    assert.deepEqual(await first.depths(), [])
  })
})
