import type { DomainState, PowerState } from '@nimbo/compute/driver/hypervisor'
import { powerStates } from '@nimbo/compute/driver/hypervisor'
import type { Clock } from '@nimbo/kernel/clock'
import { pause } from '@nimbo/kernel/deadline'
import { isUuid, type ServerId } from '@nimbo/kernel/ids'
import { errorCodes, isLibvirtError } from '@nimbo/libvirt/errors'
import { domainStates, xmlFlags } from '@nimbo/libvirt/flags'
import { procedures } from '@nimbo/libvirt/procedures'
import type { DomainRef } from '@nimbo/libvirt/wire-types'
import { errors } from '@nimbo/local-guests/errors'
import { serverPaths } from '@nimbo/local-guests/server-paths'
import { domainName } from './domain-xml.ts'
import type { Session } from './session.ts'
import { escapeXml } from './xml.ts'

const pollMs = 250

const powerOf = (state: number): PowerState => {
  switch (state) {
    case domainStates.running:
    case domainStates.blocked:
    case domainStates.shutdown: // The guest has received a shutdown request, but still runs.
      return powerStates.running
    case domainStates.paused:
      return powerStates.paused
    case domainStates.shutoff:
      return powerStates.shutdown
    case domainStates.crashed:
      return powerStates.crashed
    case domainStates.pmSuspended:
      return powerStates.suspended
    default:
      return powerStates.noState
  }
}

/** Finds the libvirt domains of servers by id. */
export interface Domains {
  /** Undefined when the domain does not exist. */
  find(id: ServerId): Promise<DomainRef | undefined>
  /** Throws `InstanceNotFound` when the domain does not exist. */
  get(id: ServerId): Promise<DomainRef>
  power(domain: DomainRef): Promise<PowerState>
  /** Whether the domain reaches the state `wanted` within `timeoutMs`; a domain that vanished counts as shut down. */
  reaches(domain: DomainRef, wanted: PowerState, timeoutMs: number): Promise<boolean>
  /** The XML of the running domain, or (`inactive`) of its persistent definition. */
  xml(domain: DomainRef, which?: 'inactive'): Promise<string>
  /** The domains created by this driver, whose files are in its directory. Other clouds may use the same libvirt. */
  list(): Promise<readonly DomainState[]>
}

export const libvirtDomains = (session: Session, clock: Clock, instancesDir: string): Domains => {
  const find: Domains['find'] = async (id) => {
    try {
      return (await session.call(procedures.domainLookupByUuid, { uuid: id })).domain
    } catch (error) {
      if (isLibvirtError(error, errorCodes.noDomain)) return undefined
      throw error
    }
  }

  const power: Domains['power'] = async (domain) => {
    try {
      const { state } = await session.call(procedures.domainGetState, { domain, flags: 0 })
      return powerOf(state)
    } catch (error) {
      if (isLibvirtError(error, errorCodes.noDomain)) return powerStates.shutdown
      throw error
    }
  }

  const inactiveXml = async (domain: DomainRef): Promise<string> =>
    (await session.call(procedures.domainGetXmlDesc, { domain, flags: xmlFlags.inactive })).xml

  const isOurs = async (domain: DomainRef): Promise<boolean> => {
    if (!isUuid(domain.uuid) || domain.name !== domainName(domain.uuid)) return false
    const { directory } = serverPaths(instancesDir, domain.uuid)
    try {
      return (await inactiveXml(domain)).includes(escapeXml(`${directory}/`))
    } catch (error) {
      // Deleted since libvirt listed it: the other domains of the host are listed all the same.
      if (isLibvirtError(error, errorCodes.noDomain)) return false
      throw error
    }
  }

  return {
    find,
    power,
    get: async (id) => {
      const domain = await find(id)
      if (!domain) throw errors.InstanceNotFound({ instanceId: id })
      return domain
    },
    reaches: async (domain, wanted, timeoutMs) => {
      const end = clock.now() + timeoutMs
      for (;;) {
        if ((await power(domain)) === wanted) return true
        const left = end - clock.now()
        if (left <= 0) return false
        await pause(clock, Math.min(pollMs, left))
      }
    },
    xml: async (domain, which) =>
      which === 'inactive'
        ? inactiveXml(domain)
        : (await session.call(procedures.domainGetXmlDesc, { domain, flags: 0 })).xml,
    list: async () => {
      const all = { needResults: 1, flags: 0 }
      const { domains } = await session.call(procedures.connectListAllDomains, all)
      const states = domains.map(
        async (domain): Promise<DomainState[]> =>
          (await isOurs(domain)) ? [{ id: domain.uuid as ServerId, power: await power(domain) }] : [],
      )
      return (await Promise.all(states)).flat()
    },
  }
}
