import { step } from '@nimbo/durable/step'
import type { BootServer } from '../../domain/server-actions/operations.ts'
import type { FlowDeps } from '../flow-deps.ts'
import { errors } from '../flow-errors.ts'
import { isOutage } from '../is-outage.ts'
import { endRequest } from './end-request.ts'

/**
 * Line 20 of the boot flow: from now on the server is found in its cell. If the user deleted it meanwhile, the flow
 * rolls back.
 */
export const deleteBuildRequest = step<BootServer & { readonly cellId: string }, FlowDeps>()({
  name: 'delete-build-request',
  waitsOut: isOutage,
  run: (ctx, { serverId, cellId }, deps) =>
    deps.tracer.span(
      ctx,
      'delete-build-request',
      async () => {
        if (!(await endRequest(deps, ctx, { serverId, cellId }))) throw errors.ServerGone({ serverId })
      },
      { resource: serverId },
    ),
  nothingToUndo: 'the server in the cell has everything that the build request had',
  cheapToRepeat: 'deleting a build request that does not exist changes nothing',
})
