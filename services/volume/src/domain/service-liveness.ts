import type { Clock } from '@nimbo/kernel/clock'
import type { CinderConfig } from '../config.ts'

/** Services that gave a sign of life at or after this instant are up. */
export const aliveSince = ({
  clock,
  config,
}: {
  readonly clock: Clock
  readonly config: CinderConfig
}): string => new Date(clock.now() - config.DEFAULT.service_down_time * 1000).toISOString()
