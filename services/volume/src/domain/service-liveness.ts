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

/**
 * Services that gave a sign of life at or after this instant may well be up: silence in which they could not be heard says
 * nothing.
 */
export const perhapsAliveSince = (
  listener: Listener & { readonly silentBefore: (allowedMs: number) => number },
): string => new Date(Math.max(0, listener.silentBefore(downAfterMs(listener)))).toISOString()
