import { step } from '@nimbo/durable/step'
import { instanceActions } from '../../db/instance-actions.ts'
import type { OperateServer } from '../../domain/operations.ts'
import { eventOf } from '../action-events.ts'
import type { FlowDeps, SpeaksToHosts } from '../flow-deps.ts'
import { errors } from '../flow-errors.ts'
import { serverRecord } from '../server-record.ts'

/** Has the server's host do what was asked. The host finds by itself what an earlier try has done. */
export const perform = step<OperateServer, FlowDeps & SpeaksToHosts>()({
  name: 'perform',
  run: async (ctx, { serverId, operation }, deps, { attempt }) => {
    const record = await serverRecord(deps, serverId)
    const host = record?.server.host
    if (record === undefined || host == null) throw errors.ServerGone({ serverId })
    if (!(await deps.hostIsUp(record.cellId, host))) throw errors.ComputeHostDown({ host })
    if (attempt === 0)
      await instanceActions(record.cell, deps.clock).beginEvent(ctx, serverId, {
        event: eventOf[operation.kind],
        host,
      })
    const operated = await deps.tracer.span(
      ctx,
      `call-${operation.kind}`,
      (at) => deps.agent(host).operateServer(at, { serverId, operation }),
      { resource: serverId, host },
    )
    return { operated }
  },
  nothingToUndo:
    'the host takes back what it did not finish; a guest that was shut down cannot be taken back',
})
