import type { Clock } from '@nimbo/kernel/clock'
import type { CinderConfig } from '../config.ts'

interface Listener {
  readonly clock: Clock
  readonly config: CinderConfig
}

const downAfterMs = ({ config }: Listener): number => config.DEFAULT.service_down_time * 1000

/** Services that gave a sign of life at or after this instant are up. */
export const aliveSince = (listener: Listener): string =>
  new Date(listener.clock.now() - downAfterMs(listener)).toISOString()

type Detector = Listener & { readonly silentBefore: (allowedMs: number) => number }

/** Whether this process has listened for as long as silence is allowed: who was never heard by then is not there. */
export const hasListenedLongEnough = (listener: Detector): boolean =>
  listener.silentBefore(downAfterMs(listener)) > 0

/**
 * Services that gave a sign of life at or after this instant may well be up: silence in which they could not be heard says
 * nothing.
 */
export const perhapsAliveSince = (listener: Detector): string =>
  new Date(Math.max(0, listener.silentBefore(downAfterMs(listener)))).toISOString()
