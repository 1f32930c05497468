import type { Context } from '@nimbo/kernel/context'
import type { Deps } from '../app/deps.ts'
import { hostsOfMembers } from './ports-of-hosts.ts'
import { refilter } from './refilter.ts'

/** Tells hosts with ports of these groups that the groups' rules changed, once for all of the ports. */
export const notifyRules = async (deps: Deps, ctx: Context, groupIds: readonly string[]): Promise<void> => {
  if (!deps.hosts.keepRules()) return refilter(deps, ctx, groupIds)
  for (const host of await hostsOfMembers(deps.db, groupIds))
    await deps.hosts.rulesChanged(ctx, host, groupIds)
}
