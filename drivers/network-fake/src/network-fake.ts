import type {
  DhcpNetwork,
  HostNetwork,
  NetworkAgentDriver,
  NetworkSegment,
  WiredPort,
} from '@nimbo/network/driver/network-agent-driver'
import type { RunRouter, RunsRouters } from '@nimbo/network/driver/runs-routers'
import type { SetsFunctions } from '@nimbo/network/driver/sets-functions'

/** Operations that can be made to fail. */
export type FakeOperation =
  | 'ensureNetwork'
  | 'removeNetwork'
  | 'wirePort'
  | 'unwirePort'
  | 'ensureDhcp'
  | 'removeDhcp'
  | 'ensureRouter'
  | 'removeRouter'
  | 'setFunction'

/** The state of one fake host. */
export interface FakeHost {
  readonly networks: ReadonlyMap<string, NetworkSegment>
  readonly ports: ReadonlyMap<string, WiredPort>
  readonly dhcp: ReadonlyMap<string, DhcpNetwork>
  readonly routers: ReadonlyMap<string, RunRouter>
  /** The ports whose virtual functions were set last, by PCI address. */
  readonly functions: ReadonlyMap<string, WiredPort>
}

export interface FakeNetworkDriver extends NetworkAgentDriver {
  /** Makes the operation throw on every host, `times` times or always. */
  failOn(operation: FakeOperation, times?: number): FakeNetworkDriver
  /** The state of a host; empty before its agent has started. */
  host(name: string): FakeHost
}

const shortId = (id: string): string => id.slice(0, 11)

interface Memory {
  readonly networks: Map<string, NetworkSegment>
  readonly ports: Map<string, WiredPort>
  readonly dhcp: Map<string, DhcpNetwork>
  readonly routers: Map<string, RunRouter>
  readonly functions: Map<string, WiredPort>
  readonly active: Set<string>
}

/** A driver for any number of fake hosts in memory, on which everything succeeds at once unless made to fail. */
export const fakeNetworkDriver = (): FakeNetworkDriver => {
  const hosts = new Map<string, Memory>()
  const failures = new Map<FakeOperation, number>()

  const memoryOf = (name: string): Memory => {
    const memory = hosts.get(name) ?? {
      networks: new Map(),
      ports: new Map(),
      dhcp: new Map(),
      routers: new Map(),
      functions: new Map(),
      active: new Set(),
    }
    hosts.set(name, memory)
    return memory
  }
  const attempt = (operation: FakeOperation): void => {
    const left = failures.get(operation) ?? 0
    if (left <= 0) return
    failures.set(operation, left - 1)
    throw new Error(`${operation} was told to fail`)
  }

  const open = (memory: Memory): HostNetwork => ({
    wires: {
      ensureNetwork: async (segment) => {
        attempt('ensureNetwork')
        memory.networks.set(shortId(segment.id), segment)
      },
      networks: async () => [...memory.networks.keys()],
      removeNetwork: async (id) => {
        attempt('removeNetwork')
        memory.networks.delete(id)
      },
    },
    ports: {
      wirePorts: async (ports) => {
        const wired = new Set<string>()
        for (const port of ports) {
          attempt('wirePort')
          memory.ports.set(shortId(port.id), port)
          wired.add(port.id)
        }
        return wired
      },
      letIn: async () => {},
      unwirePort: async (id) => {
        attempt('unwirePort')
        memory.ports.delete(id)
      },
      ports: async () => [...memory.ports.keys()],
      watchDevices: () => async () => {},
    },
    dhcp: {
      ensureDhcp: async (network) => {
        attempt('ensureDhcp')
        memory.dhcp.set(network.network.id, network)
      },
      removeDhcp: async (id) => {
        attempt('removeDhcp')
        memory.dhcp.delete(id)
      },
      served: async () => [...memory.dhcp.keys()],
      openMetadata: async () => [],
    },
    close: async () => {},
  })

  const openRouters = (memory: Memory): RunsRouters => ({
    ensureRouter: async (router) => {
      attempt('ensureRouter')
      memory.routers.set(router.id, router)
      // There is no network between the hosts, so the first host that runs a router stays its active one.
      const isHeld = [...hosts.values()].some(({ active }) => active.has(router.id))
      if (router.election && !isHeld) memory.active.add(router.id)
    },
    removeRouter: async (id) => {
      attempt('removeRouter')
      memory.routers.delete(id)
      memory.active.delete(id)
    },
    routers: async () => [...memory.routers.keys()],
    openMetadata: async () => [],
    isActive: async (id) => memory.active.has(id),
    watchElections: () => () => {},
    close: async () => {},
  })

  /** Fake cards have every virtual function. */
  const openCards = (memory: Memory): SetsFunctions => ({
    setFunction: async (port) => {
      attempt('setFunction')
      memory.functions.set(port.cardFunction?.pciSlot ?? '', port)
      return true
    },
  })

  const driver: FakeNetworkDriver = {
    agentType: 'Fake agent',
    binary: 'neutron-fake-agent',
    vifType: 'other',
    configurations: { carries_trunks: true },
    open: async (name) => open(memoryOf(name)),
    openRouters: async (name) => openRouters(memoryOf(name)),
    openCards: async (name) => openCards(memoryOf(name)),
    failOn: (operation, times = Number.POSITIVE_INFINITY) => {
      failures.set(operation, times)
      return driver
    },
    host: memoryOf,
  }
  return driver
}
