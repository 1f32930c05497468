import { type PowersServers, powerStates } from '@nimbo/compute/driver/hypervisor'
import { makeLocalDisks } from '@nimbo/local-guests/local-disks'
import type { DriverDeps } from './driver-deps.ts'
import { errors } from './errors.ts'
import { guestPaths } from './guest-paths.ts'
import { rescuesServers } from './rescue.ts'
import { startGuest } from './start-guest.ts'
import { suspendsServers } from './suspend.ts'

/** Power operations of existing servers. */
export const powersServers = (deps: DriverDeps): PowersServers => {
  const { guests, clock, pressAgainMs } = deps
  const start = startGuest(deps)

  const shutDown = async (id: Parameters<typeof guests.find>[0], timeoutMs: number): Promise<boolean> => {
    for (const end = clock.now() + timeoutMs; clock.now() < end; ) {
      const guest = await guests.find(id)
      // The guest's exit is checked next, whatever the result of the command.
      await guest?.qmp.execute('system_powerdown').catch(() => {})
      const wait = Math.min(pressAgainMs, end - clock.now())
      if (await guests.reaches(id, powerStates.shutdown, wait)) return true
    }
    return false
  }

  const powerOff: PowersServers['powerOff'] = async (id, timeoutSeconds) => {
    const before = await guests.power(id)
    if (before === powerStates.shutdown) return
    // A paused guest cannot react to a shutdown request.
    const asked = before === powerStates.running && (await shutDown(id, timeoutSeconds * 1_000))
    if (!asked) await guests.unplug(id)
  }

  const powerOn: PowersServers['powerOn'] = async (order) => {
    const power = await guests.power(order.id)
    if (power === powerStates.running) return
    await guests.unplug(order.id)
    await makeLocalDisks(order, guestPaths(deps.instancesDir, order.id))
    await start(order)
  }

  return {
    powerState: guests.power,
    powerOn,
    powerOff,
    reboot: async (order, type, timeoutSeconds, longestSeconds = timeoutSeconds) => {
      if (type === 'soft') await powerOff(order.id, Math.min(timeoutSeconds, longestSeconds))
      else await guests.unplug(order.id)
      await powerOn(order)
    },
    pause: async (id) => {
      await (await guests.get(id)).qmp.execute('stop')
    },
    unpause: async (id) => {
      await (await guests.get(id)).qmp.execute('cont')
    },
    ...suspendsServers(deps, powerOn),
    ...rescuesServers(deps),
    setPassword: async () => {
      throw errors.NotByThisDriver({ what: 'Changing a password by the agent in the guest' })
    },
    interrupt: async (id) => {
      await (await guests.get(id)).qmp.execute('inject-nmi')
    },
  }
}
