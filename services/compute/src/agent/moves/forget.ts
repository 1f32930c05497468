import type { Moved, MovePartOf } from '@nimbo/contracts/compute-rpc/move'
import type { ServerId } from '@nimbo/kernel/ids'
import type { MoveDeps } from './move-deps.ts'

/** Deletes the disks kept on this host for a move. */
export const forget =
  ({ hypervisor, tracker }: MoveDeps) =>
  async (serverId: ServerId, { migrationId }: MovePartOf<'forget'>): Promise<Moved> => {
    await hypervisor.moves.forgetAside(serverId)
    tracker.release(migrationId)
    return {}
  }
