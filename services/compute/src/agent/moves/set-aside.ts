import type { Moved, MovePartOf } from '@nimbo/contracts/compute-rpc/move'
import type { ServerId } from '@nimbo/kernel/ids'
import { claimOf } from './claim-room.ts'
import type { MoveDeps } from './move-deps.ts'

/** Destroys the guest here and keeps its disks; their resources stay claimed under the id of the migration. */
export const setAside =
  ({ hypervisor, directories, tracker, devices, options }: MoveDeps) =>
  async (serverId: ServerId, { claim }: MovePartOf<'set-aside'>): Promise<Moved> => {
    await hypervisor.moves.setAside(serverId, options.shutdown_timeout)
    // It is created again when the server comes back.
    await directories.remove(serverId)
    devices.pass(serverId, claim.id)
    tracker.release(serverId)
    tracker.adopt(claimOf(claim))
    return {}
  }
