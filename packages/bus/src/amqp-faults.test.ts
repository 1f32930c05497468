import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { isFault } from '@nimbo/kernel/errors'
import type { RabbitmqServer } from '@nimbo/testing/rabbitmq-server'
import { describeWithOwnRabbitmq, ownName, testBus } from './amqp.testing.ts'
import type { AmqpBusOptions } from './amqp.ts'
import type { BrokerRetry } from './broker-link.ts'
import type { Bus, Delivery } from './bus.ts'
import { type CuttableProxy, cuttableProxy } from './cuttable-proxy.testing.ts'
import { deadLetter } from './dead-letter.testing.ts'
import { Rejection } from './rejection.ts'
import { parseTransportUrl } from './transport-url.ts'

const timeoutMs = 20_000
const queueSettlesMs = 3_000
/** Long enough for a loaded machine to send a heartbeat in time; three heartbeats are due within it. */
const silenceMs = 3_000

/** What a test opened; closed after it. */
const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

const open = async (url: string, options: Partial<AmqpBusOptions> = {}): Promise<Bus> => {
  const bus = await testBus(url, options)
  opened.push(() => bus.close())
  return bus
}

const proxied = async (url: string): Promise<CuttableProxy> => {
  const proxy = await cuttableProxy(url)
  opened.push(async () => proxy[Symbol.asyncDispose]())
  return proxy
}

/** A handler that waits until the test lets it finish, and counts its calls. */
const held = () => {
  const begun = Promise.withResolvers<Delivery>()
  const finish = Promise.withResolvers<void>()
  let times = 0
  return {
    begun: begun.promise,
    finish: () => finish.resolve(),
    times: () => times,
    handler: async (_message: unknown, delivery: Delivery): Promise<string> => {
      times++
      begun.resolve(delivery)
      await finish.promise
      return 'done'
    },
  }
}

describeWithOwnRabbitmq('AMQP bus', (broker) => {
  describeLostWorkers(broker)
  describeLostConnections(broker)
  describeDeadLetters(broker)
  describeStart(broker)
  describeRestarts(broker)
})

function describeLostWorkers(broker: () => RabbitmqServer): void {
  describe('lost workers', () => {
    it('the unfinished message of a lost worker goes to another, marked as redelivered', async () => {
      const topic = ownName()
      const topology = { exchange: ownName() }
      const wire = await proxied(broker().url())
      const [first, second] = [held(), held()]
      const dying = await open(wire.url, { topology })
      await dying.listen({ topic }, first.handler)
      const bus = await open(broker().url(), { topology })
      await bus.cast({ topic }, 1)
      assert.equal((await first.begun).redelivered, false)
      wire.cut()
      await bus.listen({ topic }, second.handler)
      assert.equal((await second.begun).redelivered, true)
      for (const { finish } of [first, second]) finish()
    })

    it('a long call fails with MessagingTimeout soon after its worker is lost', async () => {
      const topic = ownName()
      const options = { topology: { exchange: ownName() }, callMonitorTimeoutMs: 300 }
      const wire = await proxied(broker().url())
      const work = held()
      const dying = await open(wire.url, { ...options, sendTimeoutMs: 500 })
      await dying.listen({ topic }, work.handler)
      const bus = await open(broker().url(), options)
      const began = Date.now()
      const call = assert.rejects(bus.call({ topic }, 1, { timeoutMs: 1_800_000 }), (error) =>
        isFault(error, 'MessagingTimeout'),
      )
      await work.begun
      wire.cut()
      await call
      assert.ok(Date.now() - began < 60_000)
      work.finish()
    })

    it('a long call goes on while its worker sends heartbeats', async () => {
      const topic = ownName()
      const work = held()
      const bus = await open(broker().url(), { callMonitorTimeoutMs: silenceMs })
      await bus.listen({ topic }, work.handler)
      const call = bus.call({ topic }, 1, { timeoutMs: 1_800_000 })
      setTimeout(work.finish, 2.5 * silenceMs)
      assert.equal(await call, 'done')
    })
  })
}

function describeLostConnections(broker: () => RabbitmqServer): void {
  describe('a lost connection', () => {
    it('of the worker does not run its handler a second time, and the caller still gets the answer', async () => {
      const topic = ownName()
      const topology = { exchange: ownName() }
      const wire = await proxied(broker().url())
      const work = held()
      const worker = await open(wire.url, { topology })
      await worker.listen({ topic, server: 'a' }, work.handler)
      const bus = await open(broker().url(), { topology })
      const call = bus.call({ topic, server: 'a' }, 1, { timeoutMs })
      await work.begun
      wire.cut()
      wire.mend()
      // Answered by the worker's new subscription: it is back.
      await worker.listen({ topic: `${topic}-2` }, async () => 'back')
      assert.equal(await bus.call({ topic: `${topic}-2` }, 1, { timeoutMs }), 'back')
      work.finish()
      assert.equal(await call, 'done')
      await worker.idle()
      assert.equal(work.times(), 1)
    })

    it('of the caller does not lose the answer to its call', async () => {
      const topic = ownName()
      const topology = { exchange: ownName() }
      const wire = await proxied(broker().url())
      const work = held()
      const worker = await open(broker().url(), { topology })
      await worker.listen({ topic }, work.handler)
      const bus = await open(wire.url, { topology })
      const call = bus.call({ topic }, 1, { timeoutMs })
      await work.begun
      wire.cut()
      wire.mend()
      await bus.cast({ topic: ownName() }, 'it is back')
      work.finish()
      assert.equal(await call, 'done')
    })

    it('is reported to onInterruption, and so is its return', async () => {
      const wire = await proxied(broker().url())
      let told = 0
      const bus = await open(wire.url, { onInterruption: () => void told++ })
      const atFirst = told
      wire.cut()
      wire.mend()
      await bus.cast({ topic: ownName() }, 'it is back')
      assert.equal(told - atFirst, 2)
    })

    it('is followed by growing pauses while each new one is lost at once', async () => {
      const wire = await proxied(broker().url())
      const pauses: (readonly number[])[] = []
      let told = 0
      const start = testBus(wire.url, {
        ...{ startAttempts: 3, startWithinMs: 20_000 },
        // Connections and their losses take turns.
        onInterruption: () => {
          if (told++ % 2 === 1) return
          wire.cut()
          wire.mend()
        },
        onRetry: ({ attempt, nextInMs }) => void pauses.push([attempt, nextInMs]),
      })
      await assert.rejects(start, (error) => isFault(error, 'BrokerUnavailable'))
      assert.deepEqual(pauses, [
        [1, 20],
        [2, 40],
        [3, 80],
      ])
    })

    it('makes calls fail with BrokerUnavailable after sendCallTimeoutMs, long before their own timeout', async () => {
      const wire = await proxied(broker().url())
      const bus = await open(wire.url, { sendCallTimeoutMs: 300 })
      wire.cut()
      const began = Date.now()
      await assert.rejects(bus.call({ topic: ownName() }, 1, { timeoutMs: 60_000 }), (error) =>
        isFault(error, 'BrokerUnavailable'),
      )
      assert.ok(Date.now() - began < 20_000)
    })

    it('makes casts wait, and fail with BrokerUnavailable after sendTimeoutMs', async () => {
      const topic = ownName()
      const wire = await proxied(broker().url())
      const bus = await open(wire.url, { sendTimeoutMs: 300 })
      const got: unknown[] = []
      await bus.listen({ topic }, async (message) => void got.push(message))
      wire.cut()
      await assert.rejects(
        bus.cast({ topic }, 'too long'),
        (error) => isFault(error, 'BrokerUnavailable') && error.kind === 'unavailable',
      )
      const waiting = bus.cast({ topic }, 'soon')
      wire.mend()
      await waiting
      await bus.idle()
      assert.deepEqual(got, ['soon'])
    })
  })
}

function describeDeadLetters(broker: () => RabbitmqServer): void {
  describe('dead letters', () => {
    it('include a message that its handler rejects', async () => {
      const exchange = ownName()
      const topic = ownName()
      const bus = await open(broker().url(), { topology: { exchange } })
      await bus.listen({ topic }, () => Promise.reject(new Rejection('of another major version')))
      await bus.cast({ topic }, { version: '9.0' })
      assert.deepEqual(await deadLetter(broker().url(), exchange), {
        reason: 'rejected',
        body: { version: '9.0' },
      })
    })

    it('include a message whose every delivery ended with a lost worker', async () => {
      const topic = ownName()
      const topology = { exchange: ownName(), maxDeliveries: 2 }
      const bus = await open(broker().url(), { topology })
      await bus.cast({ topic }, 'deadly')
      for (let death = 0; death < topology.maxDeliveries; death++) {
        const wire = await proxied(broker().url())
        const work = held()
        const worker = await open(wire.url, { topology })
        await worker.listen({ topic }, work.handler)
        assert.equal((await work.begun).redelivered, death > 0)
        wire.cut()
        work.finish()
      }
      assert.deepEqual(await deadLetter(broker().url(), topology.exchange), {
        reason: 'delivery_limit',
        body: 'deadly',
      })
    })

    it('do not include a call whose caller stopped waiting', async () => {
      const exchange = ownName()
      const topic = ownName()
      const bus = await open(broker().url(), { topology: { exchange } })
      await assert.rejects(bus.call({ topic }, 'expired', { timeoutMs: 50 }))
      await bus.listen({ topic }, () => Promise.reject(new Rejection('the first to come')))
      await bus.cast({ topic }, 'later')
      assert.equal((await deadLetter(broker().url(), exchange)).body, 'later')
    })

    it('do not come from a full queue: it refuses further messages with QueueFull', async () => {
      const bus = await open(broker().url(), { topology: { exchange: ownName(), queueLimit: 2 } })
      const target = { topic: ownName() }
      const full = (error: unknown) => isFault(error, 'QueueFull')
      // The limit is soft: a few more messages may pass before the queue refuses.
      const casts = async () => {
        for (let i = 0; i < 20; i++) await bus.cast(target, i)
      }
      await assert.rejects(casts(), full)
      await assert.rejects(bus.call(target, 1, { timeoutMs }), full)
    })
  })
}

function describeStart(broker: () => RabbitmqServer): void {
  describe('the start', () => {
    it('tries the brokers in turn', async () => {
      const retries: BrokerRetry[] = []
      const { host, port } = parseTransportUrl(broker().url()).brokers[0] ?? assert.fail('no broker')
      const url = broker().url().replace(`@${host}:${port}`, `@127.0.0.1:1,x:y@${host}:${port}`)
      const wrong = testBus(url, { startWithinMs: 2_000, onRetry: (retry) => retries.push(retry) })
      await assert.rejects(wrong, (error) => isFault(error, 'BrokerUnavailable'))
      assert.deepEqual(
        retries.slice(0, 2).map(({ attempt, broker }) => [attempt, broker]),
        [
          [1, '127.0.0.1:1'],
          [2, `${host}:${port}`],
        ],
      )
      assert.match(retries[1]?.reason ?? '', /ACCESS_REFUSED/)
      const both = broker().url().replace('rabbit://', 'rabbit://x:y@127.0.0.1:1,')
      await (await open(both)).cast({ topic: ownName() }, 'reached')
    })

    it('fails when its attempts are used up, even if time is left', async () => {
      const attempts: number[] = []
      const start = testBus('rabbit://127.0.0.1:1', {
        startAttempts: 3,
        onRetry: ({ attempt }) => void attempts.push(attempt),
      })
      await assert.rejects(start, (error) => isFault(error, 'BrokerUnavailable'))
      assert.deepEqual(attempts, [1, 2, 3])
    })

    it('reports each attempt to onRetry, and fails with the reason when no broker is reached in time', async () => {
      let told = 0
      const start = testBus('rabbit://127.0.0.1:1', { startWithinMs: 200, onRetry: () => told++ })
      await assert.rejects(
        start,
        (error) => isFault(error, 'BrokerUnavailable') && /127\.0\.0\.1:1.*ECONNREFUSED/.test(error.message),
      )
      assert.ok(told > 1)
    })
  })
}

function describeRestarts(broker: () => RabbitmqServer): void {
  describe('a restart of the broker', () => {
    for (const signal of ['SIGTERM', 'SIGKILL'] as const)
      it(`by ${signal} loses no accepted message or call, and restores the subscriptions`, async () => {
        const [topic, unheard, held] = [ownName(), ownName(), ownName()]
        const bus = await open(broker().url(), { sendTimeoutMs: 30_000 })
        const got: unknown[] = []
        const note = async (message: unknown) => void got.push(message)
        const answering = Promise.withResolvers<void>()
        await bus.listen({ topic, server: 'a' }, note)
        await bus.listen({ topic: held }, () => answering.promise.then(() => 'answer'))
        await bus.cast({ topic: unheard }, 'before')
        const call = bus.call({ topic: held }, 1, { timeoutMs: 60_000 })
        // A bug of RabbitMQ 3.10 (docs/architecture/messaging.md): a queue created just before the kill may be unusable after it.
        await new Promise((resolve) => setTimeout(resolve, queueSettlesMs))
        await broker().halt(signal)
        const during = bus.cast({ topic, server: 'a' }, 'during')
        await broker().start()
        await during
        answering.resolve()
        assert.equal(await call, 'answer')
        await bus.fanout({ topic }, 'fanned out')
        await bus.listen({ topic: unheard }, note)
        await bus.idle()
        assert.deepEqual(got.sort(), ['before', 'during', 'fanned out'])
      })
  })
}
