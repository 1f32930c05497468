import { type PowersServers, powerStates } from '@nimbo/compute/driver/hypervisor'
import { procedures } from '@nimbo/libvirt/procedures'
import type { DriverDeps } from './driver-deps.ts'
import { makeLocalDisks } from '@nimbo/local-guests/local-disks'
import { rescuesServers } from './rescue.ts'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import { startDomain } from './start-domain.ts'
import { pullThePlug, shutDownGuest } from './stop-domain.ts'
import { suspendsServers } from './suspend.ts'

/** Power operations of existing servers. A server without a domain has no power state, and cannot be powered off or paused. */
export const powersServers = (deps: DriverDeps): PowersServers => {
  const { session, domains, guests } = deps
  const start = startDomain(deps)
  const unplug = pullThePlug(deps)
  const shutDown = shutDownGuest(deps)

  const powerOff: PowersServers['powerOff'] = async (id, timeoutSeconds) => {
    const domain = await domains.get(id)
    const before = await domains.power(domain)
    if (before === powerStates.shutdown) return
    // A paused guest cannot react to a shutdown request.
    const asked = before === powerStates.running && (await shutDown(domain, timeoutSeconds * 1_000))
    if (!asked) await unplug(domain)
  }

  const powerOn: PowersServers['powerOn'] = async (order) => {
    const domain = await domains.find(order.id)
    const power = domain ? await domains.power(domain) : powerStates.shutdown
    if (power === powerStates.running) return
    if (domain && power !== powerStates.shutdown) await unplug(domain)
    await makeLocalDisks(order, serverPaths(deps.instancesDir, order.id))
    await start(order)
  }

  return {
    powerState: async (id) => {
      const domain = await domains.find(id)
      return domain ? domains.power(domain) : powerStates.noState
    },
    powerOn,
    powerOff,
    // The agent passes the timeout of an ordinary shutdown; as in Nova, a soft reboot has a timeout of its own
    // (`softRebootSeconds`).
    reboot: async (order, type, _shutdownSeconds, longestSeconds = Number.POSITIVE_INFINITY) => {
      const domain = await domains.find(order.id)
      if (domain) {
        if (type === 'soft') await powerOff(order.id, Math.min(guests.softRebootSeconds, longestSeconds))
        else await unplug(domain)
      }
      await powerOn(order)
    },
    pause: async (id) => {
      const domain = await domains.get(id)
      if ((await domains.power(domain)) !== powerStates.paused)
        await session.call(procedures.domainSuspend, { domain })
    },
    unpause: async (id) => {
      const domain = await domains.get(id)
      if ((await domains.power(domain)) === powerStates.paused)
        await session.call(procedures.domainResume, { domain })
    },
    ...suspendsServers(deps, powerOn),
    ...rescuesServers(deps),
    setPassword: async (id, user, password) => {
      const domain = await domains.get(id)
      await session.call(procedures.domainSetUserPassword, { domain, user, password, flags: 0 })
    },
    interrupt: async (id) => {
      await session.call(procedures.domainInjectNmi, { domain: await domains.get(id), flags: 0 })
    },
  }
}
