import type { Context } from '@nimbo/kernel/context'
import type { ServerGroup } from '../../domain/server-groups/server-group.ts'
import { errors } from '../../errors.ts'
import type { ComputeApp } from '../compute-app.ts'

/** A server group of the caller's project, or any for an admin. Throws `ServerGroupNotFound`. */
export const findServerGroup = async (
  { stores, deps }: Pick<ComputeApp, 'stores' | 'deps'>,
  ctx: Context,
  id: string,
): Promise<ServerGroup> => {
  const group = await stores.serverGroups.find(id, deps.enforcer.isAdmin(ctx) ? undefined : ctx.projectId)
  if (!group) throw errors.ServerGroupNotFound({ id })
  return group
}
