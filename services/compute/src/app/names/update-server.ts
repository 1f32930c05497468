import type { Context } from '@nimbo/kernel/context'
import type { ActionDeps } from '../actions/action-deps.ts'
import type { ComputeApiDeps } from '../app.ts'
import { changeServer, type PlainChanges } from '../servers/change-server.ts'
import type { LocatedServer } from '../servers/find-server.ts'
import { requireUniqueName } from './require-unique-name.ts'

type Deps = Pick<ActionDeps, 'databases' | 'clock' | 'notices'> & Pick<ComputeApiDeps, 'config'>

/** Changes the properties of a server that a user may change directly; a new name must be free if names must be unique. */
export const updateServer = (deps: Deps) => {
  const change = changeServer(deps)
  const requireFree = requireUniqueName(deps)
  return async (ctx: Context, located: LocatedServer, changes: PlainChanges): Promise<void> => {
    const { id: serverId, name, projectId } = located.server
    if (changes.name !== undefined && changes.name !== name)
      await requireFree({ projectId, names: [changes.name], serverId })
    await change(ctx, located, changes)
  }
}
