import { handlersOf, kindOf } from '@nimbo/http/handle'
import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import type { ComputeApp } from '../app/compute-app.ts'
import { findAggregate } from '../app/aggregates/find-aggregate.ts'
import { findFlavor } from '../app/flavors/find-flavor.ts'
import type { LocatedServer } from '../app/servers/find-server.ts'
import { findServerGroup } from '../app/server-groups/find-server-group.ts'

const deletedShown = microversion('2.21')
const lostShown = microversion('2.69')

/** The target of policy rules about a server: its project and user. */
export const ownerOf = ({ server }: LocatedServer) => ({
  project_id: server.projectId,
  user_id: server.userId,
})

/** Since 2.69 a server whose cell is down is shown with the data of the API database. */
const findEvenLost = async (app: ComputeApp, ctx: Context, id: string, version: Microversion) => {
  try {
    return await app.servers.find(ctx, id)
  } catch (error) {
    if (version < lostShown || !isFault(error, 'CellDown')) throw error
    return app.servers.findLost(ctx, id)
  }
}

const kind = kindOf<ComputeApp>()

/** `handle()` of the compute API, with the kinds of resources its operations act on. */
export const handle = handlersOf<ComputeApp>()({
  flavor: kind({ by: 'flavor_id', find: ({ app, ctx }, id) => findFlavor(app.deps)(ctx, id) }),
  // Rules about aggregates check the caller only.
  aggregate: kind({ by: 'aggregate_id', find: ({ app }, id) => findAggregate(app, id) }),
  server_group: kind({
    by: 'server_group_id',
    find: ({ app, ctx }, id) => findServerGroup(app, ctx, id),
    facts: ({ projectId, userId }) => ({ project_id: projectId, user_id: userId }),
  }),
  server: kind({
    by: 'server_id',
    find: ({ app, ctx }, id) => app.servers.find(ctx, id),
    facts: ownerOf,
  }),
  server_even_lost: kind({
    by: 'server_id',
    find: ({ app, ctx, version }, id) => findEvenLost(app, ctx, id, version),
    facts: (found) =>
      'server' in found ? ownerOf(found) : { project_id: found.projectId, user_id: found.userId },
  }),
  server_even_deleted: kind({
    by: 'server_id',
    find: ({ app, ctx, version }, id) => app.servers.find(ctx, id, { deleted: version >= deletedShown }),
    facts: ownerOf,
  }),
})
