import { powerStates, type Spawns } from '@nimbo/compute/driver/hypervisor'
import { messageOf } from '@nimbo/kernel/errors'
import { reverter } from '@nimbo/kernel/reverter'
import { destroyServer } from './destroy.ts'
import type { DriverDeps } from './driver-deps.ts'
import { makeLocalDisks } from '@nimbo/local-guests/local-disks'
import { claimServerDirectory } from '@nimbo/local-guests/server-directory'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import { startDomain } from './start-domain.ts'
import { pullThePlug } from './stop-domain.ts'

/**
 * Builds a server. One that already runs is left alone; one that an earlier, broken attempt left paused or off is
 * started again over the disks it has. When anything fails, nothing of the server stays.
 */
export const spawnServer = (deps: DriverDeps): Spawns['spawn'] => {
  const start = startDomain(deps)
  const destroy = destroyServer(deps)
  const unplug = pullThePlug(deps)

  return async (order, plugged) => {
    const existing = await deps.domains.find(order.id)
    if (existing) {
      if ((await deps.domains.power(existing)) === powerStates.running) return
      await unplug(existing)
    }
    await using undo = reverter()
    undo.add(async () => {
      try {
        await destroy(order.id)
      } catch (error) {
        // Why the spawn failed matters more to the caller; the next look at `list` finds what was left.
        deps.log.error({ server: order.id, reason: messageOf(error) }, 'could not take back a failed spawn')
      }
    })
    const paths = serverPaths(deps.instancesDir, order.id)
    await claimServerDirectory(paths.directory, deps.host)
    await makeLocalDisks(order, paths)
    await start(order, plugged)
    undo.keep()
  }
}
