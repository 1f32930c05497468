import type { Moved, MovePartOf } from '@nimbo/contracts/compute-rpc/move'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { serverHere } from '../builds/prepared-server.ts'
import { returnPlace } from '../host/numa-places.ts'
import { claimOf } from './claim-room.ts'
import type { MoveDeps } from './move-deps.ts'
import { orderOf } from './order-of.ts'
import { completeVolumes, settleParts } from './settle-parts.ts'

/** Restores a server from the disks kept on this host, with its ports and volumes. */
export const bringBack =
  (deps: MoveDeps) =>
  async (
    ctx: Context,
    serverId: ServerId,
    { claim, migrationId, running }: MovePartOf<'bring-back'>,
  ): Promise<Moved> => {
    const { hypervisor, devices } = deps
    const server = await serverHere(deps, ctx, serverId)
    devices.pass(migrationId, serverId)
    await returnPlace(deps)(ctx, migrationId, claimOf(claim))
    const parts = await settleParts(deps)(ctx, server)
    const order = await orderOf(deps)(ctx, server, parts)
    await hypervisor.moves.bringBack(order, running)
    await completeVolumes(deps, ctx, parts.volumes)
    return { ...parts.told, powerState: await hypervisor.power.powerState(serverId) }
  }
