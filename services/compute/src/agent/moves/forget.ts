import type { Moved, MovePartOf } from '@nimbo/contracts/compute-rpc/move'
import type { ServerId } from '@nimbo/kernel/ids'
import type { MoveDeps } from './move-deps.ts'

/** Removes what was set aside here. */
export const forget =
  ({ hypervisor, tracker }: MoveDeps) =>
  async (serverId: ServerId, { migrationId }: MovePartOf<'forget'>): Promise<Moved> => {
    await hypervisor.moves.forgetAside(serverId)
    tracker.release(migrationId)
    return {}
  }
