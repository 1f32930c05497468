import { amqpBus, type BrokerBus } from '@nimbo/bus/amqp'
import type { BusObserver } from '@nimbo/bus/bus-observer'
import { memoryBus } from '@nimbo/bus/memory'
import { parseTransportUrl } from '@nimbo/bus/transport-url'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'

export interface BrokerDeps {
  /** The connection's name in the broker's tools: `nova@host1:4242`. */
  readonly name: string
  /** How often to retry at the start; undefined retries for ever. */
  readonly retries: number | undefined
  readonly intervalMs: number
  readonly heartbeatSeconds: number
  /** Default timeout of RPC calls. */
  readonly responseWithinMs: number
  /** How long a message waits while the broker is unavailable; by default longer than any API client waits. */
  readonly sendWithinMs: number | undefined
  readonly observer: BusObserver
  readonly onInterruption: () => void
  readonly clock: Clock
  readonly log: Log
}

/** The longest delay of a timer, about 24 days; used as "for ever". */
const longestMs = 2 ** 31 - 1
/** Time allowed for an attempt itself, besides the pause after it. */
const attemptMs = 11_000

/**
 * Opens the broker at a URL, and logs each failed attempt. `fake:` is a broker in this process's memory, for roles that all run
 * in it; `none:` is that of cell0, which has no hosts.
 */
export const openBroker = async (transportUrl: string, deps: BrokerDeps): Promise<BrokerBus> => {
  const {
    name,
    retries,
    intervalMs,
    heartbeatSeconds,
    responseWithinMs,
    sendWithinMs,
    observer,
    onInterruption,
    clock,
    log,
  } = deps
  if (/^(fake|none):/.test(transportUrl))
    return Object.assign(memoryBus({ responseTimeoutMs: responseWithinMs, observer }), {
      depths: async () => [],
    })
  const attempts =
    ((retries ?? Number.POSITIVE_INFINITY) + 1) * parseTransportUrl(transportUrl).brokers.length
  let opened = false
  const bus = await amqpBus({
    ...{ transportUrl, name, heartbeatSeconds, responseTimeoutMs: responseWithinMs, observer, clock, log },
    ...(sendWithinMs === undefined ? {} : { sendTimeoutMs: sendWithinMs, sendCallTimeoutMs: sendWithinMs }),
    onInterruption,
    retryFirstMs: intervalMs,
    retryMostMs: intervalMs,
    startAttempts: attempts,
    startWithinMs: Math.min(longestMs, attempts * (intervalMs + attemptMs)),
    onRetry: ({ broker, attempt, reason, nextInMs }) => {
      const what = `the broker ${broker} cannot be reached`
      if (!opened && attempt >= attempts) log.error({ tried: attempt, reason }, `${what}; giving up`)
      else log.warn({ tried: attempt, reason }, `${what}; trying again in ${nextInMs / 1000} s`)
    },
  })
  opened = true
  return bus
}
