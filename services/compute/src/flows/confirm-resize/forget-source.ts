import { step } from '@nimbo/durable/step'
import type { EndResize } from '../../domain/server-actions/operations.ts'
import { beginPart } from '../action-parts.ts'
import type { FlowDeps, InCell, SpeaksToHosts } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'
import { moveOnHost } from '../moves/move-on-host.ts'
import { confirmPart } from '../moves/move-parts.ts'
import { serverThatMoves } from '../moves/server-that-moves.ts'

/** The source host deletes the disks it kept. */
export const forgetSource = step<EndResize, FlowDeps & InCell & SpeaksToHosts>()({
  name: 'forget-source',
  waitsOut: isOutage,
  run: async (ctx, { serverId, migrationId, source: { host } }, deps) => {
    const { cell } = await serverThatMoves(deps, serverId)
    await beginPart(deps, cell, ctx, serverId, { ...confirmPart, host })
    await moveOnHost(deps, ctx, { serverId, host, move: { part: 'forget', migrationId } })
  },
  nothingToUndo: 'the source cannot restore what it removed; a repetition finds nothing to remove',
})
