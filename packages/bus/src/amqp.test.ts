import { randomUUID } from 'node:crypto'
import { after, before, it } from 'node:test'
import { hasRabbitmq, type RabbitmqServer, startRabbitmq } from '@nimbo/testkit/rabbitmq-server'
import { amqpBus } from './amqp.ts'
import { describeBus } from './behaviour.suite.ts'
import type { Bus } from './bus.ts'

const given = process.env.NIMBO_TEST_RABBITMQ
const skip = given === undefined && !(await hasRabbitmq()) && 'rabbitmq-server is not installed'

let server: RabbitmqServer | undefined
before(async () => {
  if (!skip && given === undefined) server = await startRabbitmq()
})
after(() => server?.stop())

/** A bus whose topics nobody else has, so that tests may share a broker. */
const apart = (bus: Bus): Bus => {
  const prefix = randomUUID().slice(0, 8)
  const own = <T extends { readonly topic: string }>(target: T): T => ({
    ...target,
    topic: `${prefix}-${target.topic}`,
  })
  return {
    call: (target, message, options) => bus.call(own(target), message, options),
    cast: (target, message) => bus.cast(own(target), message),
    fanout: (target, message) => bus.fanout(own(target), message),
    listen: (target, handler, options) => bus.listen(own(target), handler, options),
    close: () => bus.close(),
    idle: () => bus.idle(),
  }
}

if (skip) it('bus on RabbitMQ', { skip }, () => {})
else
  describeBus({
    name: 'RabbitMQ',
    open: async () => apart(await amqpBus({ transportUrl: given ?? server?.url() ?? '' })),
  })
