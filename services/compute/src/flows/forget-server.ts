import { allOrNone } from '@nimbo/db/all-or-none'
import type { Context } from '@nimbo/kernel/context'
import { blockDevices } from '../db/servers/block-devices.ts'
import { buildRequests } from '../db/servers/build-requests.ts'
import { instanceMappings } from '../db/cells/instance-mappings.ts'
import { departure, instances } from '../db/servers/instances.ts'
import { requestSpecs } from '../db/servers/request-specs.ts'
import { serverGroups } from '../db/server-groups.ts'
import { endDeletion } from './action-parts.ts'
import type { FlowDeps } from './flow-deps.ts'

type Deps = Pick<FlowDeps, 'databases' | 'clock' | 'notices'>

/**
 * Deletes a server in any cell, or one without a cell; see {@link forgetServerOf}. The mapping is marked first: if the
 * server enters a cell later, it notices and leaves again.
 */
export const forgetServer = async (deps: Deps, ctx: Context, serverId: string): Promise<void> => {
  const cellId = await instanceMappings(deps.databases.api, deps.clock).markQueuedForDelete(serverId)
  return forgetServerOf(cellId)(deps, ctx, serverId)
}

/**
 * Deletes a server: in its cell the row stays, marked as deleted, for `changes-since`; without a cell nothing stays.
 * Idempotent.
 */
export const forgetServerOf =
  (cellId: string | null) =>
  async (deps: Deps, ctx: Context, serverId: string): Promise<void> => {
    const { databases, clock } = deps
    // A server whose cell was chosen may have been deleted before it was inserted there.
    const inCell = cellId !== null && (await leaveCell(deps, ctx, serverId, cellId))
    await allOrNone(databases.api, async (trx) => {
      await buildRequests(trx, clock).remove(serverId)
      await serverGroups(trx, clock).removeMember(serverId)
      if (inCell) {
        await instanceMappings(trx, clock).markQueuedForDelete(serverId)
        return
      }
      await requestSpecs(trx, clock).remove(serverId)
      await instanceMappings(trx, clock).remove(serverId)
    })
  }

/** Marks a server deleted in a cell; false when the cell never had it. */
export const leaveCell = async (
  deps: Deps,
  ctx: Context,
  serverId: string,
  cellId: string,
): Promise<boolean> => {
  const { databases, clock, notices } = deps
  return allOrNone(await databases.cell(cellId), async (trx) => {
    const left = await notices.transitioning(trx, ctx, serverId, departure(clock), async (server) => {
      await blockDevices(trx, clock).removeOfServer(serverId)
      await endDeletion(deps, trx, ctx, server)
    })
    return left || (await instances(trx, clock).findPart(serverId, ['id'], { deleted: true })) !== undefined
  })
}
