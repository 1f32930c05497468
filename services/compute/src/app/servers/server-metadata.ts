import type { Context } from '@nimbo/kernel/context'
import { lowerLimits } from '../../domain/quotas/member-limits.ts'
import { isOver } from '../../domain/quotas/quota.ts'
import { guardedChanges, requireAllowed } from '../../domain/server-actions/action-guards.ts'
import { errors } from '../../errors.ts'
import type { ActionDeps } from '../actions/action-deps.ts'
import type { ComputeApiDeps } from '../app.ts'
import { changePart } from './change-server.ts'

type Deps = ActionDeps & Pick<ComputeApiDeps, 'limits'>
type Metadata = Readonly<Record<string, string>>

/** Sets a server's metadata; `merge` keeps other items. Returns all of it. */
export const setServerMetadata = (deps: Deps) => {
  const change = changePart(deps)
  return async (ctx: Context, id: string, items: Metadata, mode: 'merge' | 'replace'): Promise<Metadata> => {
    const { metadata } = await change(ctx, id, async ({ server }) => {
      requireAllowed(guardedChanges.updateMetadata, server, deps.enforcer.isAdmin(ctx))
      const wanted = mode === 'merge' ? { ...server.metadata, ...items } : items
      const member = { projectId: server.projectId, userId: ctx.userId ?? '' }
      const limits = lowerLimits(await deps.limits.ofMember(member))
      if (isOver(limits.metadata_items, Object.keys(wanted).length))
        throw errors.MetadataLimitExceeded({ allowed: limits.metadata_items })
      return { metadata: wanted }
    })
    return metadata
  }
}

/** Deletes one item of a server's metadata. */
export const removeServerMetadata = (deps: Deps) => {
  const change = changePart(deps)
  return async (ctx: Context, id: string, key: string): Promise<void> => {
    await change(ctx, id, ({ server }) => {
      const { [key]: _gone, ...metadata } = server.metadata
      if (!Object.hasOwn(server.metadata, key))
        throw errors.NotFound({ reason: 'Metadata item was not found' })
      requireAllowed(guardedChanges.deleteMetadata, server, deps.enforcer.isAdmin(ctx))
      return { metadata }
    })
  }
}
