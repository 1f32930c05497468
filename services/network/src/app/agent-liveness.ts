import type { Clock } from '@nimbo/kernel/clock'
import type { NeutronConfig } from '../config.ts'

/** Agents heard of at or after this instant are alive. */
export const aliveSince = ({
  clock,
  config,
}: {
  readonly clock: Clock
  readonly config: NeutronConfig
}): string => new Date(clock.now() - config.DEFAULT.agent_down_time * 1000).toISOString()
