import { step } from '@nimbo/durable/step'
import { isFault } from '@nimbo/kernel/errors'
import type { OperateServer } from '../../domain/server-actions/operations.ts'
import { beginPart, partOf } from '../action-parts.ts'
import type { FlowDeps, InCell, SpeaksToHosts } from '../flow-deps.ts'
import { errors } from '../flow-errors.ts'
import { isOutage } from '../is-outage.ts'
import { serverInCell } from '../server-record.ts'
import { whileHostIsUp } from '../while-host-is-up.ts'
import type { PartsGivenBack } from './consequences/consequences.ts'
import { consequencesOf } from './consequences/consequences-of.ts'

/**
 * Makes the server's host perform the action. The host recognises what an earlier attempt did, and undoes what that
 * attempt left unfinished. The undo of this step reverses what the host finished without the conductor learning of it.
 */
export const perform = step<OperateServer, FlowDeps & InCell & SpeaksToHosts & PartsGivenBack>()({
  name: 'perform',
  waitsOut: isOutage,
  run: async (ctx, { serverId, operation }, deps) => {
    const record = await serverInCell(deps, serverId)
    if (record === undefined) throw errors.ServerGone({ serverId })
    const { host, powerState } = record.server
    const { withoutHost } = consequencesOf(operation)
    if (host === null) {
      if (withoutHost === undefined) throw errors.ServerGone({ serverId })
      await withoutHost(ctx, { order: operation, record }, deps)
      return { operated: { powerState } }
    }
    const there = { cellId: record.cellId, host }
    const part = { ...partOf(operation, record), host }
    await consequencesOf(operation).prepare?.(ctx, { order: operation, record }, deps)
    await beginPart(deps, record.cell, ctx, serverId, part)
    const operated = await deps.tracer.span(
      ctx,
      `call-${operation.kind}`,
      (at) =>
        whileHostIsUp(deps, there, async () =>
          (await deps.agent(there)).operateServer(at, { serverId, operation }),
        ),
      { resource: serverId, host },
    )
    return { operated }
  },
  undo: async (ctx, { serverId, operation }, deps) => {
    const opposite = consequencesOf(operation).takenBackBy?.(operation)
    const record = await serverInCell(deps, serverId)
    const host = record?.server.host
    if (opposite === undefined || record === undefined || host == null) return
    try {
      const there = { cellId: record.cellId, host }
      await whileHostIsUp(deps, there, async () =>
        (await deps.agent(there)).operateServer(ctx, { serverId, operation: opposite }),
      )
    } catch (error) {
      // Then nothing is to undo: a deletion removes everything, and a host that is down has no devices plugged.
      if (!isFault(error, 'ServerGone', 'ComputeHostDown')) throw error
    }
  },
})
