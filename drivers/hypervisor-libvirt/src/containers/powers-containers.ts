import { type PowersServers, powerStates } from '@nimbo/compute/driver/hypervisor'
import { procedures } from '@nimbo/libvirt/procedures'
import type { ContainerDeps } from './container-deps.ts'
import { errors } from './errors.ts'
import { shutDownContainer } from './shut-down-container.ts'
import { startContainer } from './start-container.ts'
import { stopContainer } from './stop-container.ts'

const refuse = (what: string) => (): Promise<never> => Promise.reject(errors.NotForContainers({ what }))

/** Power operations of containers. A paused container is frozen: its processes get no time. */
export const powersContainers = (deps: ContainerDeps): PowersServers => {
  const { session, domains, guests } = deps
  const start = startContainer(deps)
  const stop = stopContainer(deps)
  const shutDown = shutDownContainer(deps)

  const powerOff: PowersServers['powerOff'] = async (id, timeoutSeconds) => {
    const domain = await domains.get(id)
    const before = await domains.power(domain)
    if (before === powerStates.shutdown) return
    if (before === powerStates.running) await shutDown(domain, timeoutSeconds * 1_000)
    await stop(domain)
  }
  const powerOn: PowersServers['powerOn'] = async (order) => {
    const domain = await domains.find(order.id)
    const power = domain ? await domains.power(domain) : powerStates.shutdown
    if (power === powerStates.running) return
    if (domain && power !== powerStates.shutdown) await stop(domain)
    await start(order)
  }

  return {
    powerState: async (id) => {
      const domain = await domains.find(id)
      return domain ? domains.power(domain) : powerStates.noState
    },
    powerOn,
    powerOff,
    reboot: async (order, type, _shutdownSeconds, longestSeconds = Number.POSITIVE_INFINITY) => {
      const domain = await domains.find(order.id)
      if (domain) {
        if (type === 'soft') await powerOff(order.id, Math.min(guests.softRebootSeconds, longestSeconds))
        else await stop(domain)
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
    suspend: refuse('suspending'),
    resume: refuse('resuming'),
    rescue: refuse('rescue'),
    unrescue: refuse('rescue'),
    setPassword: refuse('changed passwords'),
    interrupt: refuse('crash dumps'),
  }
}
