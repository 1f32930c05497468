import { randomUUID } from 'node:crypto'
import { after, before, describe } from 'node:test'
import type { Clock } from '@nimbo/kernel/clock'
import {
  attachRabbitmq,
  hasRabbitmq,
  type RabbitmqServer,
  startRabbitmq,
} from '@nimbo/testing/rabbitmq-server'
import { sharedServer } from '@nimbo/testing/shared-servers'
import { type AmqpBusOptions, amqpBus } from './amqp.ts'
import type { Bus } from './bus.ts'

/** A clock whose timers keep the process alive, as a service's socket would. */
export const liveClock: Clock = {
  now: () => Date.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

const missing: string | false = (await hasRabbitmq()) ? false : 'rabbitmq-server is not installed'

/** Tests with a RabbitMQ of their own that they may stop; skipped with a reason when it is not installed. */
export const describeWithOwnRabbitmq = (
  name: string,
  tests: (broker: () => RabbitmqServer) => void,
): void => {
  describe(name, { skip: missing }, () => {
    let broker: RabbitmqServer | undefined
    before(async () => {
      broker = await startRabbitmq()
    })
    tests(() => {
      if (broker === undefined) throw new Error('the broker is not there yet')
      return broker
    })
    after(() => broker?.stop())
  })
}

/** Tests with a RabbitMQ, shared within the test run or their own. */
export const describeWithRabbitmq = (name: string, tests: (url: () => string) => void): void => {
  describe(name, { skip: missing }, () => {
    let url: string | undefined
    let own: RabbitmqServer | undefined
    before(async () => {
      const home = await sharedServer('rabbitmq')
      if (home === undefined) own = await startRabbitmq()
      url = home === undefined ? own?.url() : (await attachRabbitmq(home)).url()
    })
    tests(() => {
      if (url === undefined) throw new Error('the broker is not there yet')
      return url
    })
    after(() => own?.stop())
  })
}

/** A unique name, since tests share a broker. */
export const ownName = (): string => `test-${randomUUID().slice(0, 8)}`

/** A bus with its own exchange and dead letters, and short retry intervals. */
export const testBus = (
  transportUrl: string,
  { topology, ...more }: Partial<AmqpBusOptions> = {},
): Promise<Bus> =>
  amqpBus({
    transportUrl,
    clock: liveClock,
    retryFirstMs: 20,
    retryMostMs: 100,
    topology: { exchange: ownName(), ...topology },
    ...more,
  })
