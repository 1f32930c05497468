import type { Destination } from '@nimbo/contracts/compute-rpc/destination'
import { step } from '@nimbo/durable/step'
import type { BootServer } from '../../domain/server-actions/operations.ts'
import type { FlowDeps } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'
import { enterCell } from './enter-cell.ts'

/**
 * Line 18 of the boot flow: inserts the server in the cell of its host. On a retry the row exists and is reset for the
 * next host.
 */
export const createInCell = step<BootServer & { readonly destination: Destination }, FlowDeps>()({
  name: 'create-in-cell',
  waitsOut: isOutage,
  run: (ctx, { serverId, destination }, deps) =>
    deps.tracer.span(
      ctx,
      'create-in-cell',
      async () => {
        const { cellId, availabilityZone } = destination
        await enterCell(deps, ctx, { serverId, cellId, state: { availabilityZone } })
        return { cellId }
      },
      { resource: serverId },
    ),
  nothingToUndo:
    'users see the server in its cell from now on; the end of the flow deletes it or leaves it in ERROR',
})
