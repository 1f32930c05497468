import { handlersOf, kindOf } from '@nimbo/http/handle'
import type { ComputeApp } from '../app/compute-app.ts'
import { findFlavor } from '../app/find-flavor.ts'

const kind = kindOf<ComputeApp>()

/** The compute API's `handle()`, and the kinds of resources that its operations are on. */
export const handle = handlersOf<ComputeApp>()({
  flavor: kind({ by: 'flavor_id', find: ({ app, ctx }, id) => findFlavor(app.deps)(ctx, id) }),
  server: kind({
    by: 'server_id',
    find: ({ app, ctx }, id) => app.servers.find(ctx, id),
    facts: ({ server }) => ({ project_id: server.projectId, user_id: server.userId }),
  }),
})
