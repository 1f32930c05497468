import type { Bus, Handler, Target } from '@nimbo/bus/bus'
import type { Json } from '@nimbo/kernel/json'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { durationBuckets } from './buckets.ts'

/** The method of an RPC message; none for other messages. */
const methodOf = (message: Json): string =>
  typeof message === 'object' && message !== null && 'method' in message ? String(message.method) : 'none'

/** `fault`: the handler replied with a fault; `failed`: any other failure, such as a timeout. */
type Ending = 'ok' | 'fault' | 'failed'

const endingOf = (answer: unknown): Ending =>
  typeof answer === 'object' && answer !== null && 'fault' in answer ? 'fault' : 'ok'

const timed = async <Result>(
  run: () => Promise<Result>,
  ended: (outcome: Ending, seconds: number) => void,
): Promise<Result> => {
  const began = performance.now()
  let outcome: Ending = 'failed'
  try {
    const result = await run()
    outcome = endingOf(result)
    return result
  } finally {
    ended(outcome, (performance.now() - began) / 1000)
  }
}

/** Wraps a bus to count and time its traffic by topic and method. */
export const measureBus = (registry: Registry): ((bus: Bus) => Bus) => {
  const registers = [registry]
  const labelNames = ['topic', 'method', 'kind', 'outcome'] as const
  const sent = new Counter({
    name: 'nimbo_rpc_sent_total',
    help: 'RPC messages sent, by outcome: ok, fault (an error returned by the handler), failed (any other error).',
    labelNames,
    registers,
  })
  const handled = new Counter({
    name: 'nimbo_rpc_handled_total',
    help: 'RPC messages handled, by outcome: ok, fault (an error was returned), failed (no reply).',
    labelNames: ['topic', 'method', 'outcome'],
    registers,
  })
  const sending = new Histogram({
    name: 'nimbo_rpc_send_duration_seconds',
    help: 'Time until a call was answered, or the broker accepted another message.',
    labelNames: ['topic', 'method', 'kind'],
    buckets: durationBuckets,
    registers,
  })
  const handling = new Histogram({
    name: 'nimbo_rpc_handle_duration_seconds',
    help: 'Time that the handler of an RPC message took.',
    labelNames: ['topic', 'method'],
    buckets: durationBuckets,
    registers,
  })
  const underway = new Gauge({
    name: 'nimbo_rpc_handlers_in_progress',
    help: 'RPC messages in progress.',
    labelNames: ['topic'],
    registers,
  })

  const send = <Result>(kind: string, { topic }: Target, message: Json, run: () => Promise<Result>) => {
    const method = methodOf(message)
    return timed(run, (outcome, seconds) => {
      sent.inc({ topic, method, kind, outcome })
      sending.observe({ topic, method, kind }, seconds)
    })
  }
  const observed =
    (topic: string, handler: Handler): Handler =>
    (message, delivery) => {
      const method = methodOf(message)
      underway.inc({ topic })
      return timed(
        () => handler(message, delivery),
        (outcome, seconds) => {
          underway.dec({ topic })
          handled.inc({ topic, method, outcome })
          handling.observe({ topic, method }, seconds)
        },
      )
    }

  return (bus) => ({
    call: (target, message, options) =>
      send('call', target, message, () => bus.call(target, message, options)),
    cast: (target, message) => send('cast', target, message, () => bus.cast(target, message)),
    fanout: (target, message) => send('fanout', target, message, () => bus.fanout(target, message)),
    listen: (target, handler, options) => bus.listen(target, observed(target.topic, handler), options),
    notify: (target, message) => send('notification', target, message, () => bus.notify(target, message)),
    subscribe: (source, handler, options) => bus.subscribe(source, observed(source.topic, handler), options),
    close: () => bus.close(),
    idle: () => bus.idle(),
  })
}
