import type { Moved, MovePartOf } from '@nimbo/contracts/compute-rpc/move'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { releasePlace } from '../host/numa-places.ts'
import type { MoveDeps } from './move-deps.ts'

/** Deletes the disks kept on this host for a move. */
export const forget =
  (deps: MoveDeps) =>
  async (ctx: Context, serverId: ServerId, { migrationId }: MovePartOf<'forget'>): Promise<Moved> => {
    await deps.hypervisor.moves.forgetAside(serverId)
    await releasePlace(deps)(ctx, migrationId)
    return {}
  }
