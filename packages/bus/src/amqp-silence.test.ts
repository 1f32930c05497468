import assert from 'node:assert/strict'
import { afterEach, it } from 'node:test'
import { isFault } from '@nimbo/kernel/errors'
import { eventually } from '@nimbo/testing/eventually'
import { type SeverableLine, severableLine } from '@nimbo/testing/severable-line'
import { describeWithRabbitmq, ownName, testBus } from './amqp.testing.ts'
import type { AmqpBusOptions } from './amqp.ts'
import type { Bus } from './bus.ts'

/** Each end takes a silent connection for lost after one to three of these. */
const heartbeatSeconds = 1
const timeoutMs = 60_000

/** What a test opened; closed after it. */
const opened: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close()
})

const open = async (url: string, options: Partial<AmqpBusOptions> = {}): Promise<Bus> => {
  const bus = await testBus(url, { heartbeatSeconds, ...options })
  opened.push(() => bus.close())
  return bus
}

const lineTo = async (url: string): Promise<SeverableLine> => {
  const line = await severableLine(Number(new URL(url).port))
  opened.push(async () => line[Symbol.asyncDispose]())
  return line
}

describeWithRabbitmq('AMQP bus on a connection that has gone silent', (url) => {
  it('delivers the answer to a call once the caller can be reached again', async () => {
    const topic = ownName()
    const topology = { exchange: ownName() }
    const line = await lineTo(url())
    const worker = await open(url(), { topology })
    const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await worker.listen({ topic }, async () => {
      begun.resolve()
      await finish.promise
      return 'done'
    })
    const bus = await open(line.through(url()), { topology })
    const call = bus.call({ topic }, 1, { timeoutMs })
    await begun.promise
    line.cut()
    finish.resolve()
    await worker.idle()
    line.mend()
    assert.equal(await call, 'done')
  })

  it('gives the call of a silent worker to another, and ignores the late answer of the silent one', async () => {
    const topic = ownName()
    const topology = { exchange: ownName() }
    const line = await lineTo(url())
    const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const silent = await open(line.through(url()), { topology })
    await silent.listen({ topic }, async () => {
      begun.resolve()
      await finish.promise
      return 'of the silent one'
    })
    const bus = await open(url(), { topology })
    const call = bus.call({ topic }, 1, { timeoutMs })
    await begun.promise
    const other = await open(url(), { topology })
    const taken = Promise.withResolvers<void>()
    await other.listen({ topic }, async () => {
      taken.resolve()
      return 'of the other'
    })
    line.cut()
    await taken.promise
    assert.equal(await call, 'of the other')
    finish.resolve()
    line.mend()
    await silent.idle()
    await bus.cast({ topic: ownName() }, 'all is well')
  })

  it('delivers casts made during the silence once the connection is back', async () => {
    const topic = ownName()
    const topology = { exchange: ownName() }
    const line = await lineTo(url())
    const got = new Set<unknown>()
    const worker = await open(url(), { topology })
    await worker.listen({ topic }, async (message) => void got.add(message))
    const lost = Promise.withResolvers<void>()
    const bus = await open(line.through(url()), { topology, onRetry: () => lost.resolve() })
    await bus.cast({ topic }, 'before')
    line.cut()
    const casts = [bus.cast({ topic }, 'one'), bus.cast({ topic }, 'two')]
    await lost.promise
    line.mend()
    await Promise.all(casts)
    await eventually(() => assert.deepEqual([...got].sort(), ['before', 'one', 'two']))
  })

  it('makes a cast and a call fail with BrokerUnavailable at their send timeouts', async () => {
    const line = await lineTo(url())
    const options = { sendTimeoutMs: 300, sendCallTimeoutMs: 300, heartbeatSeconds: 600 }
    const bus = await open(line.through(url()), options)
    line.cut()
    const unavailable = (error: unknown) => isFault(error, 'BrokerUnavailable')
    await assert.rejects(bus.cast({ topic: ownName() }, 1), unavailable)
    await assert.rejects(bus.call({ topic: ownName() }, 1, { timeoutMs }), unavailable)
    line.mend()
  })

  it('closes the bus without waiting for a heartbeat to notice the silence', {
    timeout: timeoutMs,
  }, async () => {
    const line = await lineTo(url())
    const bus = await testBus(line.through(url()), { heartbeatSeconds: 600 })
    await bus.listen({ topic: ownName() }, async () => 'done')
    line.cut()
    await bus.close()
  })
})
