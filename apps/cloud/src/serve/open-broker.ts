import { amqpBus, type BrokerBus } from '@nimbo/bus/amqp'
import type { BusObserver } from '@nimbo/bus/bus-observer'
import { memoryBus } from '@nimbo/bus/memory'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'

export interface BrokerGround {
  /** Shown by the broker's tools: `nova@host1:4242`. */
  readonly name: string
  /** How often to try again at the start; undefined is without end. */
  readonly retries: number | undefined
  readonly intervalMs: number
  readonly heartbeatSeconds: number
  readonly observer: BusObserver
  readonly clock: Clock
  readonly log: Log
}

/** What a timer can count to, about 24 days: as good as without end. */
const longestMs = 2 ** 31 - 1
/** For the attempts themselves, besides the pauses between them. */
const attemptsMs = 1_000

/**
 * Opens the broker at an address, and logs a line each time it cannot be reached. `fake:` is one in the memory of this
 * process, for roles that all run in it; `none:` is cell0's, which has no hosts to speak to.
 */
export const openBroker = async (transportUrl: string, ground: BrokerGround): Promise<BrokerBus> => {
  const { name, retries, intervalMs, heartbeatSeconds, observer, clock, log } = ground
  if (/^(fake|none):/.test(transportUrl))
    return Object.assign(memoryBus({ observer }), { depths: async () => [] })
  return amqpBus({
    ...{ transportUrl, name, heartbeatSeconds, observer, clock, log },
    retryFirstMs: intervalMs,
    retryMostMs: intervalMs,
    startWithinMs: retries === undefined ? longestMs : Math.min(longestMs, retries * intervalMs + attemptsMs),
    onRetry: ({ broker, attempt, reason, nextInMs }) =>
      log.warn(
        { attempt, reason },
        `the broker ${broker} cannot be reached; trying again in ${nextInMs / 1000} s`,
      ),
  })
}
