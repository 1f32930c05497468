import type { Deps } from '../app/deps.ts'

const downAfterMs = ({ config }: Pick<Deps, 'config'>): number => config.DEFAULT.agent_down_time * 1000

const instant = (ms: number): string => new Date(ms).toISOString()

/** Agents heard of at or after this instant are alive. */
export const aliveSince = (deps: Pick<Deps, 'clock' | 'config'>): string =>
  instant(deps.clock.now() - downAfterMs(deps))

/**
 * Agents heard of at or after this instant may well be alive. Silence that is no longer than they could be heard says
 * nothing: after an outage of the broker or the database all look dead until they have reported again.
 */
export const perhapsAliveSince = (deps: Pick<Deps, 'config' | 'hosts'>): string =>
  instant(Math.max(0, deps.hosts.silentBefore(downAfterMs(deps))))
