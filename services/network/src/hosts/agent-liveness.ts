import type { Deps } from '../app/deps.ts'

const downAfterMs = ({ config }: Pick<Deps, 'config'>): number => config.DEFAULT.agent_down_time * 1000

const instant = (ms: number): string => new Date(ms).toISOString()

/** Agents that reported at or after this instant are alive. */
export const aliveSince = (deps: Pick<Deps, 'clock' | 'config'>): string =>
  instant(deps.clock.now() - downAfterMs(deps))

/**
 * Agents that reported at or after this instant may be alive. While the server itself could not receive reports (an
 * outage of the broker or the database), silence proves nothing.
 */
export const perhapsAliveSince = (deps: Pick<Deps, 'config' | 'hosts'>): string =>
  instant(Math.max(0, deps.hosts.silentBefore(downAfterMs(deps))))
