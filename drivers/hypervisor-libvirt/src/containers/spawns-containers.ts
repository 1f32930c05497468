import { powerStates, type Spawns } from '@nimbo/compute/driver/hypervisor'
import { messageOf } from '@nimbo/kernel/errors'
import { reverter } from '@nimbo/kernel/reverter'
import { makeServerDirectory } from '@nimbo/local-guests/server-directory'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import type { ContainerDeps } from './container-deps.ts'
import { destroyContainer } from './destroy-container.ts'
import { refuseWhatIsNot } from './refuse-what-is-not.ts'
import { startContainer } from './start-container.ts'
import { stopContainer } from './stop-container.ts'

/** Creates containers and removes them; a failed creation leaves nothing. */
export const spawnsContainers = (deps: ContainerDeps): Spawns => {
  const start = startContainer(deps)
  const destroy = destroyContainer(deps)
  const unplug = stopContainer(deps)
  return {
    spawn: async (order, plugged) => {
      refuseWhatIsNot(order)
      const existing = await deps.domains.find(order.id)
      if (existing) {
        if ((await deps.domains.power(existing)) === powerStates.running) return
        await unplug(existing)
      }
      await using undo = reverter()
      undo.add(() =>
        destroy(order.id).catch((error: unknown) =>
          // The spawn's own error matters more to the caller; the agent finds leftovers through `list` later.
          deps.log.error(
            { server: order.id, reason: messageOf(error) },
            'could not clean up after a failed spawn',
          ),
        ),
      )
      await makeServerDirectory(serverPaths(deps.instancesDir, order.id).directory, deps.host)
      await start(order, plugged)
      undo.keep()
    },
    destroy,
  }
}
