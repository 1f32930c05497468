import type { Moved } from '@nimbo/contracts/compute-rpc/move'
import type { ServerId } from '@nimbo/kernel/ids'
import type { MoveDeps } from './move-deps.ts'

/** Removes what is left of a server on the source host after a live migration. */
export const vacate =
  ({ hypervisor, directories, tracker }: MoveDeps) =>
  async (serverId: ServerId): Promise<Moved> => {
    await hypervisor.moves.forgetAside(serverId)
    await directories.remove(serverId)
    tracker.release(serverId)
    return {}
  }
