import { type Item, isItem, textAt } from '../panel/item.ts'

/** A service on a host, and whether it is up. */
interface HostService {
  readonly binary: string
  readonly up: boolean
  readonly enabled: boolean
}

interface HostServer {
  readonly id: string
  readonly name: string
  readonly status: string
}

/** A host of the cloud with its services, servers and load. */
export interface Host {
  readonly name: string
  readonly zone: string
  readonly services: readonly HostService[]
  readonly servers: readonly HostServer[]
  /** Used shares of CPUs and memory, 1 being all; undefined for hosts without a hypervisor. */
  readonly load: { readonly cpus: number; readonly memory: number } | undefined
}

export interface HostFacts {
  readonly services: readonly Item[]
  readonly hypervisors: readonly Item[]
  readonly servers: readonly Item[]
}

/** The host of a server, a service or a hypervisor. */
export const hostOf = (item: Item): string => {
  const { service } = item
  return (
    textAt(item, 'OS-EXT-SRV-ATTR:host') || (isItem(service) ? textAt(service, 'host') : textAt(item, 'host'))
  )
}

const share = (used: unknown, all: unknown): number =>
  typeof used === 'number' && typeof all === 'number' && all > 0 ? used / all : 0

const loadOf = (hypervisor: Item | undefined): Host['load'] =>
  hypervisor && {
    cpus: share(hypervisor.vcpus_used, hypervisor.vcpus),
    memory: share(hypervisor.memory_mb_used, hypervisor.memory_mb),
  }

/** The hosts of the cloud, sorted by name, each with its services and servers. */
export const hostsOf = ({ services, hypervisors, servers }: HostFacts): readonly Host[] => {
  const names = [...new Set([...services, ...hypervisors].map(hostOf))].filter((name) => name !== '').sort()
  return names.map((name) => {
    const own = services.filter((service) => hostOf(service) === name)
    return {
      name,
      zone: textAt(own.find(({ binary }) => binary === 'nova-compute') ?? own[0] ?? {}, 'zone'),
      services: own.map((service) => ({
        binary: textAt(service, 'binary'),
        up: service.state === 'up',
        enabled: service.status === 'enabled',
      })),
      servers: servers
        .filter((server) => hostOf(server) === name)
        .map((server) => ({
          id: textAt(server, 'id'),
          name: textAt(server, 'name'),
          status: textAt(server, 'status'),
        })),
      load: loadOf(hypervisors.find((hypervisor) => hostOf(hypervisor) === name)),
    }
  })
}
