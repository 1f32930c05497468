import type { Context } from '@nimbo/kernel/context'
import { guardedChanges, requireAllowed } from '../../domain/server-actions/action-guards.ts'
import { isOver } from '../../domain/quotas/quota.ts'
import { errors } from '../../errors.ts'
import type { ActionDeps } from '../actions/action-deps.ts'
import type { ComputeApiDeps } from '../app.ts'
import { changeServer } from './change-server.ts'
import { findServer } from './find-server.ts'

type Deps = ActionDeps & Pick<ComputeApiDeps, 'limits'>
type Metadata = Readonly<Record<string, string>>

/** Sets a server's metadata; `merge` keeps other items. Returns all of it. */
export const setServerMetadata = (deps: Deps) => {
  const find = findServer(deps)
  const change = changeServer(deps)
  return async (ctx: Context, id: string, items: Metadata, mode: 'merge' | 'replace'): Promise<Metadata> => {
    const located = await find(ctx, id)
    const { server } = located
    requireAllowed(guardedChanges.updateMetadata, server, deps.enforcer.isAdmin(ctx))
    const metadata = mode === 'merge' ? { ...server.metadata, ...items } : items
    const limits = await deps.limits.of(server.projectId)
    if (isOver(limits.metadata_items, Object.keys(metadata).length))
      throw errors.MetadataLimitExceeded({ allowed: limits.metadata_items })
    await change(ctx, located, { metadata })
    return metadata
  }
}

/** Deletes one item. */
export const removeServerMetadata = (deps: Deps) => {
  const find = findServer(deps)
  const change = changeServer(deps)
  return async (ctx: Context, id: string, key: string): Promise<void> => {
    const located = await find(ctx, id)
    const { [key]: gone, ...metadata } = located.server.metadata
    if (gone === undefined) throw errors.NotFound({ reason: 'Metadata item was not found' })
    requireAllowed(guardedChanges.deleteMetadata, located.server, deps.enforcer.isAdmin(ctx))
    await change(ctx, located, { metadata })
  }
}
