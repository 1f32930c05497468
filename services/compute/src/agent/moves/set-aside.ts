import { removeMdevs } from '../pci/mdevs-of-server.ts'
import type { Moved, MovePartOf } from '@nimbo/contracts/compute-rpc/move'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { keepPlaceFor } from '../host/numa-places.ts'
import { claimOf } from './claim-room.ts'
import type { MoveDeps } from './move-deps.ts'

/** Destroys the guest here and keeps its disks; their resources stay claimed under the id of the migration. */
export const setAside =
  (deps: MoveDeps) =>
  async (ctx: Context, serverId: ServerId, { claim }: MovePartOf<'set-aside'>): Promise<Moved> => {
    const { hypervisor, directories, devices, options } = deps
    await hypervisor.moves.setAside(serverId, options.shutdown_timeout)
    // The directory is created again when the server comes back.
    await directories.remove(serverId)
    await removeMdevs(deps)(serverId)
    devices.pass(serverId, claim.id)
    await keepPlaceFor(deps)(ctx, serverId, claimOf(claim))
    return {}
  }
