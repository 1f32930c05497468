import { removeMdevs } from '../pci/mdevs-of-server.ts'
import type { Moved } from '@nimbo/contracts/compute-rpc/move'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { releasePlace } from '../host/numa-places.ts'
import type { MoveDeps } from './move-deps.ts'

/** Removes what is left of a server on the source host after a live migration. */
export const vacate =
  (deps: MoveDeps) =>
  async (ctx: Context, serverId: ServerId): Promise<Moved> => {
    const { hypervisor, directories } = deps
    await hypervisor.moves.forgetAside(serverId)
    await directories.remove(serverId)
    await removeMdevs(deps)(serverId)
    await releasePlace(deps)(ctx, serverId)
    return {}
  }
