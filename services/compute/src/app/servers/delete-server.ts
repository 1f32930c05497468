import { softDelete } from '@nimbo/contracts/compute/actions/soft-delete'
import { allOrNone } from '@nimbo/db/all-or-none'
import { insertFlow } from '@nimbo/durable/insert-flow'
import type { Context } from '@nimbo/kernel/context'
import { isFault } from '@nimbo/kernel/errors'
import { cell0Id } from '../../db/cells/cell-mappings.ts'
import { blockDevices } from '../../db/servers/block-devices.ts'
import { buildRequests } from '../../db/servers/build-requests.ts'
import { instanceActions } from '../../db/servers/instance-actions.ts'
import type { Transition } from '../../db/servers/instances.ts'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import { guardedChanges, requireAllowed } from '../../domain/server-actions/action-guards.ts'
import { deleteServerFlow } from '../../domain/flow-kinds.ts'
import type { Server } from '../../domain/servers/server.ts'
import { errors } from '../../errors.ts'
import { forgetServer } from '../../flows/forget-server.ts'
import { forgetShelved } from '../../flows/offload-server/forget-shelved.ts'
import { portsToKeep, releaseParts } from '../../flows/release-parts.ts'
import type { ActionDeps } from '../actions/action-deps.ts'
import { beginAction } from '../actions/begin-action.ts'
import { wakeConductor } from '../actions/wake-conductor.ts'
import type { ComputeApiDeps } from '../app.ts'
import { findServer, type LocatedServer } from './find-server.ts'

type Deps = ActionDeps & Pick<ComputeApiDeps, 'clients'> & { readonly config: KeepsDeleted }

/** Soft deletion (`reclaim_instance_interval`). */
export interface KeepsDeleted {
  readonly DEFAULT: { readonly reclaim_instance_interval: number }
}

/**
 * Whether the server can be soft-deleted: it was running and is on a host. A server that is soft-deleted already stays
 * so.
 */
const canBeKept = ({ launchedAt, host, vmState, taskState }: Server): boolean =>
  launchedAt !== null && host !== null && vmState !== 'building' && taskState !== 'deleting'

const looks = 2

/** Deletes a server that no cell has yet by cancelling its build. False when a cell has it by now. */
const deletePending = async (
  { databases, clock, conductor, log }: Deps,
  ctx: Context,
  { server }: LocatedServer,
): Promise<boolean> => {
  const marked = await buildRequests(databases.api, clock).requestDelete(server.id)
  if (!marked) return false
  await conductor
    .cancelBuild(ctx, { serverId: server.id })
    .catch((error: unknown) =>
      log.warn({ error, serverId: server.id }, 'the conductor was not notified of a cancelled build'),
    )
  return true
}

/** Deletes a server of cell0 in this request, because no flows run in cell0. */
const deleteBuried = async (
  { databases, clock, clients, notices }: Deps,
  ctx: Context,
  { server }: LocatedServer,
  cellId: string,
): Promise<void> => {
  const disks = await blockDevices(await databases.cell(cellId), clock).ofServer(server.id)
  const spec = await requestSpecs(databases.api, clock).find(server.id)
  const { network, volume, placement } = clients.service
  await releaseParts({ network, volume, placement, clock }, ctx, {
    serverId: server.id,
    preexistingPorts: portsToKeep(spec, server),
    disks,
  })
  await forgetShelved({ databases, clock, imageMaker: clients.imageMaker }, ctx, server.id, spec)
  await forgetServer({ databases, clock, notices }, ctx, server.id)
}

/**
 * Deletes a server of a cell by a flow, even if it has no host: it may be about to get one, and the flow ends whatever
 * else is running, such as an unshelving. Writes task state, server action and flow in one transaction of its cell,
 * then notifies the conductor. Throws `ServerNotFound` when the server is gone, or not in the state `from`.
 */
export const deleteByFlow = async (
  deps: Omit<ActionDeps, 'enforcer'>,
  ctx: Context,
  { server }: Pick<LocatedServer, 'server'>,
  cellId: string,
  from: Transition['from'] = {},
): Promise<void> => {
  const { databases, clock, notices } = deps
  const cell = await databases.cell(cellId)
  try {
    const flowId = await allOrNone(cell, async (trx) => {
      const to = { taskState: 'deleting', progress: 0 } as const
      const taken = await notices.transitioning(trx, ctx, server.id, { from, to })
      if (!taken) throw errors.ServerNotFound({ id: server.id })
      await instanceActions(trx, clock).begin(ctx, server.id, 'delete')
      const input = { serverId: server.id }
      return insertFlow(trx, deleteServerFlow, { subject: server.id, input, ctx, clock })
    })
    await wakeConductor(deps)(ctx, { cellId, flowId })
  } catch (error) {
    // An active flow deletes the server already, as requested.
    if (!isFault(error, 'FlowActive')) throw error
  }
}

/**
 * Deletes a server in whatever state it is. Without a cell, its build is cancelled; in a cell, a flow deletes it, or
 * soft-deletes it if configured and not `atOnce`; in cell0, this request deletes it.
 */
export const deleteServer = (deps: Deps) => {
  const find = findServer(deps)
  const begin = beginAction(deps)
  const keeps = deps.config.DEFAULT.reclaim_instance_interval > 0
  return async (
    ctx: Context,
    found: LocatedServer,
    { atOnce = false }: { readonly atOnce?: boolean } = {},
  ): Promise<void> => {
    const { id, vmState, taskState } = found.server
    if (keeps && !atOnce && canBeKept(found.server)) {
      requireAllowed(guardedChanges.delete, found.server, deps.enforcer.isAdmin(ctx))
      if (vmState !== 'soft-delete' && taskState !== 'soft-deleting')
        await begin(ctx, found, { action: softDelete, order: { kind: 'soft-delete' } })
      return
    }
    for (let look = 1; look <= looks; look += 1) {
      const located = look === 1 ? found : await find(ctx, id)
      const { server, cellId } = located
      requireAllowed(guardedChanges.delete, server, deps.enforcer.isAdmin(ctx))
      if (cellId === null) {
        if (await deletePending(deps, ctx, located)) return
      } else if (cellId === cell0Id) {
        return deleteBuried(deps, ctx, located, cellId)
      } else return deleteByFlow(deps, ctx, located, cellId)
    }
    throw errors.Conflict({ reason: `Instance ${id} could not be deleted now. Please try again.` })
  }
}
