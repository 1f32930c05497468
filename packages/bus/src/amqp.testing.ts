import { randomUUID } from 'node:crypto'
import { after, before, describe } from 'node:test'
import type { Clock } from '@nimbo/kernel/clock'
import {
  attachRabbitmq,
  hasRabbitmq,
  type RabbitmqServer,
  startRabbitmq,
} from '@nimbo/testkit/rabbitmq-server'
import { sharedServer } from '@nimbo/testkit/shared-servers'
import { type AmqpBusOptions, amqpBus } from './amqp.ts'
import type { Bus } from './bus.ts'

/** Timers that keep the process alive, as a service's socket would. */
export const liveClock: Clock = {
  now: () => Date.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

const missing: string | false = (await hasRabbitmq()) ? false : 'rabbitmq-server is not installed'

/** Tests that need a RabbitMQ of their own, which they may stop; skipped, saying why, where it is not installed. */
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

/** Tests that need the address of a RabbitMQ: that of the run, which others use too, or one of their own. */
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

/** Names that no other test uses, since tests share a broker. */
export const ownName = (): string => `test-${randomUUID().slice(0, 8)}`

/** A bus on a broker with an exchange and dead letters of its own, quick to try again. */
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
