import { step } from '@nimbo/durable/step'
import type { OffloadServer } from '../../domain/server-actions/operations.ts'
import { beginPart } from '../action-parts.ts'
import type { FlowDeps, InCell, SpeaksToHosts } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'
import { offloadPart } from '../moves/move-parts.ts'
import { serverThatMoves } from '../moves/server-that-moves.ts'
import { terminateOnHost } from '../terminate-on-host.ts'

/** Removes the server from its host; its disk is in an image or on volumes. */
export const endOnHost = step<OffloadServer, FlowDeps & InCell & SpeaksToHosts>()({
  name: 'end-on-host',
  waitsOut: isOutage,
  run: async (ctx, { serverId }, deps) => {
    const { server, cell, cellId } = await serverThatMoves(deps, serverId)
    const { host } = server
    if (host === null) return
    await beginPart(deps, cell, ctx, serverId, { ...offloadPart, host })
    await terminateOnHost(deps, ctx, { serverId, cellId, host })
  },
  nothingToUndo: 'unshelving builds the guest again',
})
