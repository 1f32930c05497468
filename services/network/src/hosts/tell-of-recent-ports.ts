import type { Deps } from '../app/deps.ts'
import { changedSince } from './ports-of-hosts.ts'

/** Within this time a server that was killed is followed by another, as a rule; agents look at everything once a minute besides. */
const recentMs = 600_000
const mostPorts = 10_000

/**
 * Has hosts told of the ports that were made or changed of late, as a server does when it begins: one that was killed may
 * not have told of its last ones, which it gathers for a moment.
 */
export const tellOfRecentPorts = async ({ clock, db, hosts }: Deps): Promise<void> => {
  const since = new Date(clock.now() - recentMs).toISOString()
  const { networkIds, groupIds } = await changedSince(db, since, mostPorts)
  hosts.dhcpChangedSoon(networkIds)
  hosts.membersChangedSoon(groupIds)
}
