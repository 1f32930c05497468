import { step } from '@nimbo/durable/step'
import type { OffloadServer } from '../../domain/server-actions/operations.ts'
import { unbindPorts } from '../../resources/unbind-ports.ts'
import type { FlowDeps, HoldsParts, InCell } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'
import { freeVolumes } from '../moves/free-volumes.ts'
import { serverThatMoves } from '../moves/server-that-moves.ts'

/** Unbinds the server's ports, keeps its volumes reserved, and deletes its allocation. */
export const letGo = step<OffloadServer, FlowDeps & HoldsParts & InCell>()({
  name: 'let-go',
  waitsOut: isOutage,
  run: async (ctx, { serverId }, deps) => {
    const record = await serverThatMoves(deps, serverId)
    await unbindPorts(deps.network, ctx, serverId)
    await freeVolumes(deps, ctx, record)
    await deps.placement.release(ctx, serverId)
  },
  nothingToUndo: 'the next host binds the ports and claims resources again',
})
