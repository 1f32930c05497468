import { internalContext } from '@nimbo/kernel/context'
import { grouped } from '@nimbo/resource/rows/grouped'
import type { Deps } from '../app/deps.ts'
import type { SentMembers } from './group-members.ts'
import { hostsLettingIn } from './ports-of-hosts.ts'
import { refilter } from './refilter.ts'

/**
 * Tells hosts how the members of groups changed that rules of their ports name. Older agents get their ports updated
 * instead.
 */
export const notifyMembers = async (
  deps: Deps,
  members: SentMembers,
  groupIds: readonly string[],
): Promise<void> => {
  const ctx = internalContext()
  if (!deps.hosts.keepMembers()) return refilter(deps, ctx, groupIds)
  const named = await hostsLettingIn(deps.db, groupIds)
  const changes = await members.renew(deps.db, [...new Set(named.map(({ groupId }) => groupId))])
  const changed = new Map(changes.map((change) => [change.id, change]))
  const byHost = grouped(
    named,
    ({ host }) => host,
    ({ groupId }) => changed.get(groupId),
  )
  for (const [host, concerned] of byHost) {
    const told = concerned.flatMap((change) => change ?? [])
    if (told.length > 0) await deps.hosts.membersChanged(ctx, host, told)
  }
}
