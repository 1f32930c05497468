import type { Moved, MovePartOf } from '@nimbo/contracts/compute-rpc/move'
import type { ServerId } from '@nimbo/kernel/ids'
import type { MoveDeps } from './move-deps.ts'

/** Removes a server from this host at the end of a failed move; disks kept for the move stay. */
export const abandon =
  ({ hypervisor, directories, tracker }: MoveDeps) =>
  async (serverId: ServerId, { claimId }: MovePartOf<'abandon'>): Promise<Moved> => {
    await hypervisor.moves.abandon(serverId)
    await directories.remove(serverId)
    tracker.release(claimId)
    return {}
  }
