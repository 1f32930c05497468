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

/** Whether services could be heard (since `heardSinceMs`) for too short a time to say of a silent one that it is down. */
export const isSilenceNew = (listener: Listener & { readonly heardSinceMs: () => number }): boolean =>
  listener.clock.now() - listener.heardSinceMs() <= downAfterMs(listener)
