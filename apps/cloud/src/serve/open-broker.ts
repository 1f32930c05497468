import { amqpBus, type BrokerBus } from '@nimbo/bus/amqp'
import type { BusObserver } from '@nimbo/bus/bus-observer'
import { memoryBus } from '@nimbo/bus/memory'
import { parseTransportUrl } from '@nimbo/bus/transport-url'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'

export interface BrokerGround {
  /** Shown by the broker's tools: `nova@host1:4242`. */
  readonly name: string
  /** How often to try again at the start; undefined is without end. */
  readonly retries: number | undefined
  readonly intervalMs: number
  readonly heartbeatSeconds: number
  /** How long an answer is waited for by calls that do not say it themselves. */
  readonly responseWithinMs: number
  /** How long a message waits for a broker that is away; longer than anybody waits at an API unless given. */
  readonly sendWithinMs: number | undefined
  readonly observer: BusObserver
  readonly onInterruption: () => void
  readonly clock: Clock
  readonly log: Log
}

/** What a timer can count to, about 24 days: as good as without end. */
const longestMs = 2 ** 31 - 1
/** For an attempt itself, besides the pause after it. */
const attemptMs = 11_000

/**
 * Opens the broker at an address, and logs a line each time it cannot be reached. `fake:` is one in the memory of this
 * process, for roles that all run in it; `none:` is cell0's, which has no hosts to speak to.
 */
export const openBroker = async (transportUrl: string, ground: BrokerGround): Promise<BrokerBus> => {
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
  } = ground
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
