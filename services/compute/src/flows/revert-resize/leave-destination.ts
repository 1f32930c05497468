import { step } from '@nimbo/durable/step'
import type { EndResize } from '../../domain/server-actions/operations.ts'
import { beginPart, endPart } from '../action-parts.ts'
import type { FlowDeps, HoldsParts, InCell, SpeaksToHosts } from '../flow-deps.ts'
import { errors } from '../flow-errors.ts'
import { isOutage } from '../is-outage.ts'
import { freeVolumes } from '../moves/free-volumes.ts'
import { moveOnHostIfUp } from '../moves/move-on-host.ts'
import { revertPart } from '../moves/move-parts.ts'
import { placedAt, serverThatMoves, showMove } from '../moves/server-that-moves.ts'

type Deps = FlowDeps & InCell & SpeaksToHosts & Pick<HoldsParts, 'volume'>

/** The destination removes the server, which belongs to the source again. Does not start while the source is down. */
export const leaveDestination = step<EndResize, Deps>()({
  name: 'leave-destination',
  waitsOut: isOutage,
  run: async (ctx, { serverId, source, destination: { host } }, deps) => {
    if (!(await deps.hostIsUp(deps.cellId, source.host))) throw errors.ComputeHostDown({ host: source.host })
    const record = await serverThatMoves(deps, serverId)
    await beginPart(deps, record.cell, ctx, serverId, { ...revertPart, host })
    await moveOnHostIfUp(deps, ctx, { serverId, host, move: { part: 'abandon', claimId: serverId } })
    await freeVolumes(deps, ctx, record)
    await showMove(deps, ctx, record, {
      from: ['resize_reverting'],
      to: 'resize_reverting',
      changes: placedAt(source),
    })
    await deps.notices.together(record.cell, (trx) => endPart(deps, trx, ctx, serverId, revertPart))
  },
  nothingToUndo: 'the destination deleted the guest’s disks, with everything written to them since the move',
})
