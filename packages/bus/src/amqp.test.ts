import { describeWithRabbitmq, ownName, testBus } from './amqp.testing.ts'
import { describeBus } from './bus-behaviour.testing.ts'
import type { Bus } from './bus.ts'

/** A bus that prefixes topics, exchanges and pools with a unique name, so that tests can share a broker. */
const apart = (bus: Bus): Bus => {
  const prefix = ownName()
  const own = <T extends { readonly topic: string }>(target: T): T => ({
    ...target,
    topic: `${prefix}-${target.topic}`,
  })
  return {
    call: (target, message, options) => bus.call(own(target), message, options),
    cast: (target, message) => bus.cast(own(target), message),
    fanout: (target, message) => bus.fanout(own(target), message),
    listen: (target, handler, options) => bus.listen(own(target), handler, options),
    notify: (target, message) =>
      bus.notify({ ...own(target), exchange: `${prefix}-${target.exchange}` }, message),
    subscribe: ({ exchanges, pool, ...source }, handler, options) =>
      bus.subscribe(
        {
          ...own(source),
          exchanges: exchanges.map((exchange) => `${prefix}-${exchange}`),
          ...(pool === undefined ? {} : { pool: `${prefix}-${pool}` }),
        },
        handler,
        options,
      ),
    close: () => bus.close(),
    idle: () => bus.idle(),
  }
}

describeWithRabbitmq('with a broker', (url) =>
  describeBus({
    name: 'RabbitMQ',
    open: async (options) => apart(await testBus(url(), options)),
  }),
)
