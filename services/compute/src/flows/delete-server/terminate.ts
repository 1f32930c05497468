import { step } from '@nimbo/durable/step'
import { instances } from '../../db/instances.ts'
import type { DeleteServer } from '../../domain/operations.ts'
import { beginPart, deletePart } from '../action-parts.ts'
import type { FlowDeps, InCell, SpeaksToHosts } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'
import { terminateOnHost } from '../terminate-on-host.ts'

/** Ends the guest and removes its disks. */
export const terminate = step<DeleteServer, FlowDeps & InCell & SpeaksToHosts>()({
  name: 'terminate',
  waitsOut: isOutage,
  run: async (ctx, { serverId }, deps) => {
    const { databases, clock, cellId } = deps
    const cell = await databases.cell(cellId)
    const server = await instances(cell, clock).findPart(serverId, ['host'])
    if (server === undefined) return
    const { host } = server
    await beginPart(deps, cell, ctx, serverId, { ...deletePart, host })
    if (host !== null) await terminateOnHost(deps, ctx, { serverId, cellId, host })
  },
  nothingToUndo: 'a deleted guest cannot be brought back',
})
