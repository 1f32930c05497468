import { step } from '@nimbo/durable/step'
import { buildRequests } from '../../db/servers/build-requests.ts'
import type { BootServer } from '../../domain/server-actions/operations.ts'
import type { FlowDeps } from '../flow-deps.ts'
import { errors } from '../flow-errors.ts'
import { isOutage } from '../is-outage.ts'

/** Line 20: from now on the server is found in its cell. If the user deleted it meanwhile, the flow rolls back. */
export const deleteBuildRequest = step<BootServer, FlowDeps>()({
  name: 'delete-build-request',
  waitsOut: isOutage,
  run: (ctx, { serverId }, { databases, clock, tracer }) =>
    tracer.span(
      ctx,
      'delete-build-request',
      async () => {
        if (!(await buildRequests(databases.api, clock).removeUnlessDeleted(serverId)))
          throw errors.ServerGone({ serverId })
      },
      { resource: serverId },
    ),
  nothingToUndo: 'all that it said is in the cell by now',
  cheapToRepeat: 'a request that is gone is found gone',
})
