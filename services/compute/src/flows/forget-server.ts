import { allOrNone } from '@nimbo/db/all-or-none'
import type { Context } from '@nimbo/kernel/context'
import { blockDevices } from '../db/block-devices.ts'
import { buildRequests } from '../db/build-requests.ts'
import { instanceActions } from '../db/instance-actions.ts'
import { instanceMappings } from '../db/instance-mappings.ts'
import { instances } from '../db/instances.ts'
import { requestSpecs } from '../db/request-specs.ts'
import { serverGroups } from '../db/server-groups.ts'
import { eventOf } from './action-events.ts'
import type { FlowDeps } from './flow-deps.ts'

/**
 * The end of a server: in its cell the row stays, marked as deleted, for those who ask what changed; one that no cell ever
 * had leaves nothing. Repeating it changes nothing.
 */
export const forgetServer = async (
  { databases, clock }: Pick<FlowDeps, 'databases' | 'clock'>,
  ctx: Context,
  serverId: string,
): Promise<void> => {
  const { api } = databases
  const mapping = await instanceMappings(api, clock).find(serverId)
  const cell = mapping?.cell_id == null ? undefined : await databases.cell(mapping.cell_id)
  // One whose cell was chosen may have been deleted before it was there.
  const inCell = cell && (await instances(cell, clock).find(serverId, { deleted: true })) !== undefined
  if (cell && inCell) {
    await allOrNone(cell, async (trx) => {
      await blockDevices(trx, clock).removeOfServer(serverId)
      await instances(trx, clock).markDeleted(serverId)
      await instanceActions(trx, clock).endEvent(ctx, serverId, eventOf.delete, { result: 'Success' })
    })
  }
  await allOrNone(api, async (trx) => {
    await buildRequests(trx, clock).remove(serverId)
    await serverGroups(trx, clock).removeMember(serverId)
    if (inCell) return instanceMappings(trx, clock).markQueuedForDelete(serverId)
    await requestSpecs(trx, clock).remove(serverId)
    await instanceMappings(trx, clock).remove(serverId)
  })
}
