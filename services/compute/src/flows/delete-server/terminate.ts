import { step } from '@nimbo/durable/step'
import { departingServer } from '../../db/server-migrations/departing-server.ts'
import type { DeleteServer } from '../../domain/server-actions/operations.ts'
import { beginPart, deletePart } from '../action-parts.ts'
import type { FlowDeps, InCell, SpeaksToHosts } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'
import { moveOnHostIfUp } from '../moves/move-on-host.ts'
import { terminateOnHost } from '../terminate-on-host.ts'

/** Removes the guest and its disks, wherever they are: the source host of a resized server deletes those that it kept. */
export const terminate = step<DeleteServer, FlowDeps & InCell & SpeaksToHosts>()({
  name: 'terminate',
  waitsOut: isOutage,
  run: async (ctx, { serverId }, deps): Promise<{ readonly openMigration?: string | null }> => {
    const { databases, cellId, notices } = deps
    const cell = await databases.cell(cellId)
    const server = await departingServer(cell, serverId)
    if (server === undefined) return {}
    const { host, open } = server
    const told = notices.on ? server.whole() : serverId
    await beginPart(deps, cell, ctx, told, { ...deletePart, host })
    if (host !== null) await terminateOnHost(deps, ctx, { serverId, cellId, host })
    if (open === undefined) return { openMigration: null }
    const move = { part: 'forget', migrationId: open.id } as const
    if (open.source !== null) await moveOnHostIfUp(deps, ctx, { serverId, host: open.source, move })
    return { openMigration: open.id }
  },
  nothingToUndo: 'a deleted guest cannot be brought back',
})
