import type { Clock } from '@nimbo/kernel/clock'
import type { CinderConfig } from '../config.ts'

interface Listener {
  readonly clock: Clock
  readonly config: CinderConfig
}

const downAfterMs = ({ config }: Listener): number => config.DEFAULT.service_down_time * 1000

/** Services with a heartbeat at or after this time are up. */
export const aliveSince = (listener: Listener): string =>
  new Date(listener.clock.now() - downAfterMs(listener)).toISOString()

type Detector = Listener & { readonly silentBefore: (allowedMs: number) => number }

/** Whether this process has received heartbeats for longer than `service_down_time`: a service not heard by then is down. */
export const hasListenedLongEnough = (listener: Detector): boolean =>
  listener.silentBefore(downAfterMs(listener)) > 0

/**
 * Services with a heartbeat at or after this time are possibly up: time in which no heartbeat could be received does not count as
 * silence.
 */
export const perhapsAliveSince = (listener: Detector): string =>
  new Date(Math.max(0, listener.silentBefore(downAfterMs(listener)))).toISOString()
