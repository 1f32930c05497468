import { mkdir, rm } from 'node:fs/promises'
import { powerStates, type Spawns } from '@nimbo/compute/driver/hypervisor'
import { messageOf } from '@nimbo/kernel/errors'
import { reverter } from '@nimbo/kernel/reverter'
import { asideDirectory } from '@nimbo/local-guests/disks-aside'
import { makeLocalDisks } from '@nimbo/local-guests/local-disks'
import type { DriverDeps } from './driver-deps.ts'
import { guestPaths } from './guest-paths.ts'
import { startGuest } from './start-guest.ts'

/** Only the cloud's user accesses a guest's files, since QEMU runs as that user. */
const privateDirectory = 0o700

/**
 * Creates a server. Leaves one that already runs alone; starts one again from its disks that an earlier, interrupted attempt left
 * paused or off. Removes everything of the server on failure.
 */
export const spawnServer = (deps: DriverDeps): Spawns['spawn'] => {
  const start = startGuest(deps)
  const destroy = destroyServer(deps)

  return async (order, plugged) => {
    if ((await deps.guests.power(order.id)) === powerStates.running) return
    await using undo = reverter()
    undo.add(async () => {
      try {
        await destroy(order.id)
      } catch (error) {
        // The spawn's own error matters more to the caller; the agent finds leftovers through `list` later.
        deps.log.error(
          { server: order.id, reason: messageOf(error) },
          'could not clean up after a failed spawn',
        )
      }
    })
    await deps.guests.unplug(order.id)
    const paths = guestPaths(deps.instancesDir, order.id)
    await mkdir(paths.directory, { recursive: true, mode: privateDirectory })
    await makeLocalDisks(order, paths)
    await start(order, plugged)
    undo.keep()
  }
}

/** Ends the guest and removes its directory. Idempotent. */
export const destroyServer =
  ({ guests, instancesDir }: DriverDeps): Spawns['destroy'] =>
  async (id) => {
    await guests.unplug(id)
    await rm(guestPaths(instancesDir, id).directory, { recursive: true, force: true })
    await rm(asideDirectory(instancesDir, id), { recursive: true, force: true })
  }
