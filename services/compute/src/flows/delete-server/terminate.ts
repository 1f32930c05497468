import { step } from '@nimbo/durable/step'
import { instanceActions } from '../../db/instance-actions.ts'
import type { DeleteServer } from '../../domain/operations.ts'
import { eventOf } from '../action-events.ts'
import type { FlowDeps, SpeaksToHosts } from '../flow-deps.ts'
import { isOutage } from '../is-outage.ts'
import { serverRecord } from '../server-record.ts'
import { terminateOnHost } from '../terminate-on-host.ts'

/** Ends the guest and removes its disks. */
export const terminate = step<DeleteServer, FlowDeps & SpeaksToHosts>()({
  name: 'terminate',
  waitsOut: isOutage,
  run: async (ctx, { serverId }, deps) => {
    const record = await serverRecord(deps, serverId)
    if (record === undefined) return
    const { cellId, cell, server } = record
    const { host } = server
    await instanceActions(cell, deps.clock).beginEvent(ctx, serverId, {
      event: eventOf.delete,
      ...(host === null ? {} : { host }),
    })
    if (host !== null) await terminateOnHost(deps, ctx, { serverId, cellId, host })
  },
  nothingToUndo: 'a deleted guest cannot be brought back',
})
