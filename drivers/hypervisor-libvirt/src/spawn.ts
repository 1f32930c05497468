import { powerStates, type SpawnOrder, type Spawns } from '@nimbo/compute/driver/hypervisor'
import { vtpmOf } from '@nimbo/contracts/compute/vtpm'
import { messageOf } from '@nimbo/kernel/errors'
import { reverter } from '@nimbo/kernel/reverter'
import { makeLocalDisks } from '@nimbo/local-guests/local-disks'
import { claimServerDirectory, dropServerDirectory } from '@nimbo/local-guests/server-directory'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import { destroyServer } from './destroy.ts'
import type { DriverDeps } from './driver-deps.ts'
import { injectsInto } from './injection.ts'
import { startDomain } from './start-domain.ts'
import { pullThePlug } from './stop-domain.ts'
import { volumeSecrets } from './volume-secrets.ts'

/** The ids of the secrets that were stored for a server before its spawn, whether its domain was defined or not. */
const secretsOf = (order: SpawnOrder): readonly string[] => [
  ...order.volumes.flatMap(({ volumeId, encrypted }) => (encrypted ? [volumeId] : [])),
  ...(vtpmOf(order) === undefined ? [] : [order.id]),
]

/**
 * Creates a server. Leaves one that already runs alone; starts one again from its disks that an earlier, interrupted attempt left
 * paused or off. Removes everything of the server on failure, except disks of another host on shared storage: that host failed, and
 * the server is made here in its place.
 */
export const spawnServer = (deps: DriverDeps): Spawns['spawn'] => {
  const start = startDomain(deps)
  const destroy = destroyServer(deps, dropServerDirectory)
  const unplug = pullThePlug(deps)
  const inject = injectsInto(deps)

  return async (order, plugged, addressed) => {
    const existing = await deps.domains.find(order.id)
    if (existing) {
      if ((await deps.domains.power(existing)) === powerStates.running) return
      await unplug(existing)
    }
    await using undo = reverter()
    undo.add(async () => {
      try {
        await destroy(order.id)
        for (const secret of secretsOf(order)) await volumeSecrets(deps.session).forget(secret)
      } catch (error) {
        // The spawn's own error matters more to the caller; the agent finds leftovers through `list` later.
        deps.log.error(
          { server: order.id, reason: messageOf(error) },
          'could not clean up after a failed spawn',
        )
      }
    })
    const paths = serverPaths(deps.instancesDir, order.id)
    await claimServerDirectory(paths.directory, deps.host)
    await makeLocalDisks(order, paths, inject(order))
    await start(order, plugged, addressed)
    undo.keep()
  }
}
