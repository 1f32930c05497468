import { insertFlow } from '@nimbo/durable/insert-flow'
import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { blockDevices } from '../db/block-devices.ts'
import { buildRequests } from '../db/build-requests.ts'
import { instanceActions } from '../db/instance-actions.ts'
import { instances } from '../db/instances.ts'
import { requestSpecs } from '../db/request-specs.ts'
import { requireAllowed } from '../domain/action-guards.ts'
import { deleteServerFlow } from '../domain/flow-kinds.ts'
import { errors } from '../errors.ts'
import { forgetServer } from '../flows/forget-server.ts'
import { portsToKeep, releaseParts } from '../flows/release-parts.ts'
import type { ComputeApiDeps } from './app.ts'
import { findServer, type LocatedServer } from './find-server.ts'
import { type OperateDeps, tellConductor } from './operate-server.ts'

type Deps = OperateDeps & Pick<ComputeApiDeps, 'clients'>

const looks = 2

/**
 * Deletes a server wherever it is on its way. One that no cell has yet is marked, and its build turned back; one with a
 * host is taken apart by a flow; one that never got a host is cleared away here and now.
 */
export const deleteServer = (deps: Deps) => {
  const { databases, clock, enforcer, conductor, log, clients } = deps
  const find = findServer(deps)
  const tell = tellConductor(deps)

  /** False when a cell has got the server by now. */
  const deletePending = async (ctx: Context, { server }: LocatedServer): Promise<boolean> => {
    const marked = await buildRequests(databases.api, clock).requestDelete(server.id)
    if (!marked) return false
    await conductor
      .cancelBuild(ctx, { serverId: server.id })
      .catch((error: unknown) =>
        log.warn({ err: error, serverId: server.id }, 'a build was not cancelled at once'),
      )
    return true
  }

  const deleteHostless = async (ctx: Context, { server }: LocatedServer, cellId: string): Promise<void> => {
    const disks = await blockDevices(await databases.cell(cellId), clock).ofServer(server.id)
    const spec = await requestSpecs(databases.api, clock).find(server.id)
    const { network, volume, placement } = clients.service
    await releaseParts({ network, volume, placement }, ctx, {
      serverId: server.id,
      preexistingPorts: portsToKeep(spec, server),
      disks,
    })
    await forgetServer({ databases, clock }, ctx, server.id)
  }

  const deleteByFlow = async (ctx: Context, { server }: LocatedServer, cellId: string): Promise<void> => {
    const cell = await databases.cell(cellId)
    try {
      const flowId = await cell.transaction().execute(async (trx) => {
        const taken = await instances(trx, clock).transition(server.id, {
          from: {},
          to: { taskState: 'deleting', progress: 0 },
        })
        if (!taken) throw errors.ServerNotFound({ id: server.id })
        await instanceActions(trx, clock).begin(ctx, server.id, 'delete')
        const input = { serverId: server.id }
        return insertFlow(trx, deleteServerFlow, { subject: server.id, input, ctx, clock })
      })
      await tell(ctx, { cellId, flowId })
    } catch (error) {
      // It is being deleted already: what was asked for happens.
      if (!isFault(error, 'FlowActive')) throw error
    }
  }

  return async (ctx: Context, id: string): Promise<void> => {
    for (let look = 1; look <= looks; look += 1) {
      const located = await find(ctx, id)
      const { server, cellId } = located
      requireAllowed('delete', server, enforcer.isAdmin(ctx))
      if (cellId === null) {
        if (await deletePending(ctx, located)) return
      } else if (server.host === null && server.vmState !== 'building') {
        return deleteHostless(ctx, located, cellId)
      } else return deleteByFlow(ctx, located, cellId)
    }
    throw errors.Conflict({ reason: `Instance ${id} could not be deleted now. Please try again.` })
  }
}
