import { removeMdevs } from '../pci/mdevs-of-server.ts'
import type { Moved, MovePartOf } from '@nimbo/contracts/compute-rpc/move'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { releasePlace } from '../host/numa-places.ts'
import type { MoveDeps } from './move-deps.ts'

/** Removes a server from this host at the end of a failed move; disks kept for the move stay. */
export const abandon =
  (deps: MoveDeps) =>
  async (ctx: Context, serverId: ServerId, { claimId }: MovePartOf<'abandon'>): Promise<Moved> => {
    const { hypervisor, directories } = deps
    await hypervisor.moves.abandon(serverId)
    await directories.remove(serverId)
    await removeMdevs(deps)(serverId)
    await releasePlace(deps)(ctx, claimId)
    return {}
  }
