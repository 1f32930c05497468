import type { Deps } from '../app/deps.ts'
import { changedSince } from './ports-of-hosts.ts'

/** A killed server is usually replaced within this time; besides, agents resync every minute. */
const recentMs = 600_000
const mostPorts = 10_000

/**
 * At start, tells hosts of recently changed ports: a server that was killed may have died before it sent its collected
 * changes.
 */
export const notifyRecentPorts = async ({ clock, db, hosts }: Deps): Promise<void> => {
  const since = new Date(clock.now() - recentMs).toISOString()
  const { networkIds, groupIds } = await changedSince(db, since, mostPorts)
  hosts.dhcpChangedSoon(networkIds)
  hosts.membersChangedSoon(groupIds)
}
