import { handlersOf, kindOf } from '@nimbo/http/handle'
import { microversion } from '@nimbo/operation/microversion'
import type { ComputeApp } from '../app/compute-app.ts'
import { findAggregate } from '../app/find-aggregate.ts'
import { findFlavor } from '../app/find-flavor.ts'
import type { LocatedServer } from '../app/find-server.ts'
import { findServerGroup } from '../app/find-server-group.ts'

const deletedShown = microversion('2.21')

/** What rules about a server look at. */
const ownerOf = ({ server }: LocatedServer) => ({
  project_id: server.projectId,
  user_id: server.userId,
})

const kind = kindOf<ComputeApp>()

/** The compute API's `handle()`, and the kinds of resources that its operations are on. */
export const handle = handlersOf<ComputeApp>()({
  flavor: kind({ by: 'flavor_id', find: ({ app, ctx }, id) => findFlavor(app.deps)(ctx, id) }),
  // Rules about aggregates are about who asks.
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
  server_even_deleted: kind({
    by: 'server_id',
    find: ({ app, ctx, version }, id) => app.servers.find(ctx, id, { deleted: version >= deletedShown }),
    facts: ownerOf,
  }),
})
