import { randomUUID } from 'node:crypto'
import { after, before, describe } from 'node:test'
import type { Clock } from '@nimbo/kernel/clock'
import { hasRabbitmq, type RabbitmqServer, startRabbitmq } from '@nimbo/testkit/rabbitmq-server'
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

/** Where tests find a broker: the one they were given, or one of their own that they may also stop. */
export interface TestBroker {
  readonly url: string
  /** Only without `NIMBO_TEST_RABBITMQ`. */
  readonly own: RabbitmqServer | undefined
}

const given = process.env.NIMBO_TEST_RABBITMQ

/** Tests that need a RabbitMQ; skipped, saying why, where there is none. */
export const describeWithRabbitmq = async (
  name: string,
  tests: (broker: () => TestBroker) => void,
): Promise<void> => {
  if (given === undefined && !(await hasRabbitmq())) {
    describe(name, { skip: 'rabbitmq-server is not installed, and NIMBO_TEST_RABBITMQ names none' }, () => {})
    return
  }
  describe(name, () => {
    let broker: TestBroker | undefined
    before(async () => {
      const own = given === undefined ? await startRabbitmq() : undefined
      broker = { url: given ?? own?.url() ?? '', own }
    })
    after(() => broker?.own?.stop())
    tests(() => {
      if (broker === undefined) throw new Error('the broker is not there yet')
      return broker
    })
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
