import { Histogram, type Registry } from 'prom-client'
import { durationBuckets } from './buckets.ts'

/** Shows how long messages lay in their queues: call the result with each delivery. */
export const measureQueueLag = (registry: Registry): ((topic: string, lagMs: number) => void) => {
  const lag = new Histogram({
    name: 'nimbo_queue_lag_seconds',
    help: 'Time from the publishing of a message to its delivery.',
    labelNames: ['topic'],
    buckets: durationBuckets,
    registers: [registry],
  })
  return (topic, lagMs) => lag.observe({ topic }, Math.max(0, lagMs) / 1000)
}
