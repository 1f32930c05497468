import type { Moved } from '@nimbo/contracts/compute-rpc/move'
import type { ServerId } from '@nimbo/kernel/ids'
import type { MoveDeps } from './move-deps.ts'

/** Removes what is left here of a server whose guest has left. */
export const vacate =
  ({ hypervisor, directories, tracker }: MoveDeps) =>
  async (serverId: ServerId): Promise<Moved> => {
    await hypervisor.moves.forgetAside(serverId)
    await directories.remove(serverId)
    tracker.release(serverId)
    return {}
  }
