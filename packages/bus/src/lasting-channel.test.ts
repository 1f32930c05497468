import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Clock } from '@nimbo/kernel/clock'
import { silentLog } from '@nimbo/kernel/log'
import { describeWithRabbitmq, liveClock, ownName } from './amqp.testing.ts'
import { BrokerLink } from './broker-link.ts'
import { LastingChannel } from './lasting-channel.ts'
import { parseTransportUrl } from './transport-url.ts'

/** Pauses are a tenth as long. */
const clock: Clock = { ...liveClock, after: (ms, callback) => liveClock.after(ms / 10, callback) }
const patienceMs = 300_000

describeWithRabbitmq('a lasting channel', (url) => {
  it('is handed to a caller who waited from the first set-up on, even if only the second one succeeds', async () => {
    const link = new BrokerLink({
      ...{ transport: parseTransportUrl(url()), connectionName: ownName(), clock, log: silentLog },
      ...{ retryFirstMs: 20, retryMostMs: 100, heartbeatSeconds: 30 },
      ...{ onRetry: () => {}, onInterruption: () => {} },
    })
    const began = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    let setUps = 0
    const channel = new LastingChannel({
      ...{ link, clock, log: silentLog },
      setUp: async () => {
        setUps += 1
        if (setUps > 1) return
        began.resolve()
        await goOn.promise
        throw new Error('another declares the same at this moment')
      },
    })
    try {
      await began.promise
      const waiting = channel.ready(patienceMs)
      goOn.resolve()
      const given = await waiting
      assert.equal(setUps, 2)
      assert.equal(given, channel.current)
      assert.equal(await channel.ready(0), given)
    } finally {
      await channel.close()
      await link.close()
    }
  })
})
