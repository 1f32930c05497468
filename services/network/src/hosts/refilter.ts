import type { Context } from '@nimbo/kernel/context'
import { grouped } from '@nimbo/resource/rows/grouped'
import type { Deps } from '../app/deps.ts'
import { affectedBy } from './ports-of-hosts.ts'

/** Tells hosts to update the filters that depend on these groups. */
export const refilter = async (deps: Deps, ctx: Context, groupIds: readonly string[]): Promise<void> => {
  const byHost = grouped(
    await affectedBy(deps.db, groupIds),
    ({ host }) => host,
    ({ id }) => id,
  )
  for (const [host, portIds] of byHost) await deps.hosts.portsChanged(ctx, host, portIds)
}
