import { allOrNone } from '@nimbo/db/all-or-none'
import { insertFlow } from '@nimbo/durable/insert-flow'
import type { Context } from '@nimbo/kernel/context'
import { offloadServerFlow } from '../../domain/flow-kinds.ts'
import type { FlowDeps } from '../flow-deps.ts'
import type { ServerRecord } from '../server-record.ts'

/** Starts to offload a shelved server unless another action was requested meanwhile. */
export const beginOffload = async (
  { clock, notices, wakeIn }: Pick<FlowDeps, 'clock' | 'notices' | 'wakeIn'>,
  ctx: Context,
  { server, cell, cellId }: Pick<ServerRecord, 'server' | 'cell' | 'cellId'>,
): Promise<void> => {
  const flowId = await allOrNone(cell, async (trx) => {
    const taken = await notices.transitioning(trx, ctx, server.id, {
      from: { vmStates: ['shelved'], taskStates: [null] },
      to: { taskState: 'shelving_offloading' },
    })
    if (!taken) return undefined
    const input = { serverId: server.id }
    return insertFlow(trx, offloadServerFlow, { subject: server.id, input, ctx, clock })
  })
  if (flowId !== undefined) wakeIn?.(cellId, flowId)
}
