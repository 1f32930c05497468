import { removeMdevs } from '../pci/mdevs-of-server.ts'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import type { Builds } from '../builds/builds.ts'
import { releasePlace } from '../host/numa-places.ts'
import type { OperationDeps } from './operation-deps.ts'

/** Cancels the build of a server, waits for a running action to end, then removes its domain and files. Idempotent. */
export const terminateServer =
  (deps: OperationDeps & { readonly builds: Builds }) =>
  (ctx: Context, serverId: ServerId): Promise<void> => {
    const { hypervisor, directories, tracer, turns, builds } = deps
    return tracer.span(
      ctx,
      'terminate-server',
      async () => {
        await builds.abandon(serverId)
        await turns.run(serverId, async () => {
          await hypervisor.spawning.destroy(serverId)
          await directories.remove(serverId)
          await removeMdevs(deps)(serverId)
          await releasePlace(deps)(ctx, serverId)
        })
      },
      { resource: serverId },
    )
  }
