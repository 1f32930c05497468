import type { BusObserver } from '@nimbo/bus/bus-observer'
import type { QueueDepth } from '@nimbo/bus/queue-depth'
import { sharedWork } from '@nimbo/kernel/shared-work'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { durationBuckets } from './buckets.ts'
import { withinTime } from './within-time.ts'

/** Exports how long messages waited in queues, and dead letters. */
export const measureQueues = (registry: Registry): BusObserver => {
  const registers = [registry]
  const lag = new Histogram({
    name: 'nimbo_queue_lag_seconds',
    help: 'Time from the sending of a message to its delivery to this process.',
    labelNames: ['topic'],
    buckets: durationBuckets,
    registers,
  })
  const dead = new Counter({
    name: 'nimbo_dead_letters_total',
    help: 'Messages that this process gave up; they are in the dead letter queue.',
    labelNames: ['topic'],
    registers,
  })
  return {
    published: () => {},
    delivered: (topic, lagMs) => lag.observe({ topic }, Math.max(0, lagMs) / 1000),
    deadLettered: (topic) => dead.inc({ topic }),
  }
}

/** Reads the depths of the queues this process listens to, at one broker. */
export type AskDepths = () => Promise<readonly QueueDepth[]>

/**
 * Exports the depths and listeners of this process's queues, read from the brokers at each scrape within `withinMs`; a broker
 * that does not answer is left out. All listeners of a queue export the same.
 */
export const measureQueueDepths = (
  registry: Registry,
  brokers: () => ReadonlyMap<string, AskDepths>,
  withinMs = 2_000,
): void => {
  const look = async (): Promise<readonly QueueOfBroker[]> => {
    const asked = [...brokers()].map(async ([broker, ask]) => {
      const depths = await withinTime<readonly QueueDepth[]>(ask, withinMs, [])
      return depths.map((depth) => ({ broker, ...depth }))
    })
    return (await Promise.all(asked)).flat()
  }
  // The gauges of one scrape share a query.
  const shared = sharedWork(look)
  const gauge = (name: string, help: string, read: (depth: QueueDepth) => number) =>
    new Gauge({
      ...{ name, help, labelNames: ['broker', 'queue'], registers: [registry] },
      async collect() {
        const depths = await shared()
        this.reset()
        for (const depth of depths) this.set({ broker: depth.broker, queue: depth.queue }, read(depth))
      },
    })
  gauge(
    'nimbo_queue_messages_ready',
    'Messages in the queue that wait for a free consumer.',
    ({ ready }) => ready,
  )
  gauge('nimbo_queue_consumers', 'Consumers of the queue in all processes.', ({ consumers }) => consumers)
}

interface QueueOfBroker extends QueueDepth {
  readonly broker: string
}
