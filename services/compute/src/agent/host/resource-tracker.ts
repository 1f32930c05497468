import type { GuestTopology, HostTopology } from '@nimbo/contracts/compute-rpc/numa'
import { farFromNetworks, type NearNetworks } from '../../domain/networks/near-networks.ts'
import { fits } from '../../domain/numa/fit.ts'
import { type FittingRules, fitTopology } from '../../domain/numa/fit-topology.ts'
import { sameShape } from '../../domain/numa/same-shape.ts'
import { isFitted, withGuest } from '../../domain/numa/topology-usage.ts'
import { type ChoiceRules, chooseDevices } from '../../domain/pci/choose-devices.ts'
import { tooFewNear } from '../../domain/pci/pci-pools.ts'
import type { PciRequest } from '../../domain/pci/pci-requests.ts'
import type { NodeInventory } from '../../driver/node-inventory.ts'
import { errors } from '../agent-errors.ts'
import type { HostDevices } from '../pci/host-devices.ts'
import { allocationRatios, type RatioOptions } from './allocation-ratios.ts'

/** What one server uses on its node. */
export interface ResourceClaim {
  readonly serverId: string
  readonly node: string
  readonly vcpus: number
  readonly memoryMb: number
  readonly diskGb: number
  /** The PCI devices that the server requests; `pciRules` restricts which ones it gets. */
  readonly pci?: readonly PciRequest[]
  readonly pciRules?: ChoiceRules
  /** The networks that the cells of the server should be near. */
  readonly nearNetworks?: NearNetworks
  /** In a new claim the requested topology; in a recorded claim the topology as fitted to the host's cells. */
  readonly numaTopology?: GuestTopology
}

/** The capacity of a node after allocation ratios and reserved amounts. */
export interface NodeCapacity {
  readonly vcpus: number
  readonly memoryMb: number
  readonly diskGb: number
}

export interface NodeUsage extends NodeCapacity {
  readonly servers: number
}

/** The host's own record of what its servers use; placement has the record of the cloud. */
export interface ResourceTracker {
  setCapacity(node: string, capacity: NodeCapacity): void
  /** Sets the NUMA cells of a node as they are without servers. */
  setCells(node: string, cells: HostTopology | undefined, rules: CellRules): void
  /**
   * Claims resources for a server; throws `InsufficientResources` or `PciDeviceRequestFailed` when the node lacks them.
   * Idempotent. Returns the topology as fitted, if the server requests one.
   */
  claim(claim: ResourceClaim): GuestTopology | undefined
  /** Claims resources for a server that is already here, whether they suffice or not. */
  adopt(claim: ResourceClaim): void
  /** Releases a claim and returns its NUMA topology, if it had one. */
  release(serverId: string): GuestTopology | undefined
  find(serverId: string): ResourceClaim | undefined
  /** The nodes whose capacity is known. */
  nodes(): readonly string[]
  usage(node: string): NodeUsage
  /** The NUMA cells of a node with their use. */
  cells(node: string): HostTopology | undefined
  /** The CPUs of a node for servers without a topology; undefined if the options name no shared CPUs. */
  sharedCpus(node: string): readonly number[] | undefined
}

/** The options of a node that concern its NUMA cells. */
export interface CellRules {
  /** Whether to fill used cells first. */
  readonly pack: boolean
  /** The options name the CPUs that servers share (`cpu_shared_set`, `vcpu_pin_set`). */
  readonly namesShared: boolean
}

/** CPUs of a server that count against the allocation ratio: pinned ones are counted in their cells. */
const sharedVcpus = ({ vcpus, numaTopology }: ResourceClaim): number =>
  vcpus - (numaTopology?.cells ?? []).reduce((sum, { pcpuset }) => sum + pcpuset.length, 0)

export const resourceTracker = (
  devices?: Pick<HostDevices, 'choiceFor' | 'claim' | 'release'>,
): ResourceTracker => {
  const capacities = new Map<string, NodeCapacity>()
  const empty = new Map<string, { readonly cells: HostTopology; readonly rules: CellRules }>()
  const claims = new Map<string, ResourceClaim>()

  const others = (node: string, except?: string): readonly ResourceClaim[] =>
    [...claims.values()].filter((claim) => claim.node === node && claim.serverId !== except)

  const cells = (node: string, except?: string): HostTopology | undefined => {
    const known = empty.get(node)
    return (
      known &&
      others(node, except).reduce(
        (sum, { numaTopology }) => (numaTopology === undefined ? sum : withGuest(sum, numaTopology)),
        known.cells,
      )
    )
  }

  /** Which cells a server prefers and can have because of the devices in them. */
  const byDevices = ({ serverId, node, pci = [], pciRules }: ResourceClaim): FittingRules => {
    if (devices === undefined) return {}
    const { free, missing } = devices.choiceFor(serverId, node, pci)
    const ofCells = Map.groupBy(free, ({ numaNode }) => numaNode)
    return {
      wantsDevices: pci.length > 0,
      freeDevices: (cell) => ofCells.get(cell)?.length ?? 0,
      refusesCells: (cells) =>
        'missing' in chooseDevices(free, missing, { ...pciRules, cells }) ? tooFewNear(cells) : undefined,
    }
  }

  /** The NUMA place that a server has already, or a new one. */
  const fitted = (claim: ResourceClaim): GuestTopology | undefined => {
    const { serverId, node, numaTopology: wanted } = claim
    if (wanted === undefined) return undefined
    const known = claims.get(serverId)
    const own = known?.node === node ? known.numaTopology : undefined
    if (own !== undefined && sameShape(own, wanted)) return own
    const host = cells(node, serverId)
    if (host === undefined)
      throw errors.InsufficientResources({ reason: `${node} tells of no NUMA topology` })
    const pack = empty.get(node)?.rules.pack ?? false
    const { refusesCells, ...preferences } = byDevices(claim)
    const fit = fitTopology(host, wanted, {
      ...{ pack, ...preferences },
      refusesCells: (chosen) => farFromNetworks(host, claim.nearNetworks, chosen) ?? refusesCells?.(chosen),
    })
    if (!fits(fit)) throw errors.InsufficientResources({ reason: `${node} ${fit.refused}` })
    return fit.fitted
  }

  return {
    setCapacity: (node, capacity) => void capacities.set(node, capacity),
    setCells: (node, known, rules) => {
      if (known === undefined) empty.delete(node)
      else empty.set(node, { cells: known, rules })
    },
    claim: (claim) => {
      const capacity = capacities.get(claim.node)
      if (capacity === undefined) throw errors.NodeUnknown({ node: claim.node })
      const used = usageOf(others(claim.node, claim.serverId), sharedVcpus)
      const amounts = { ...claim, vcpus: sharedVcpus(claim) }
      for (const resource of ['vcpus', 'memoryMb', 'diskGb'] as const) {
        const free = capacity[resource] - used[resource]
        if (amounts[resource] > free && amounts[resource] > 0)
          throw errors.InsufficientResources({ reason: `${resource} ${amounts[resource]}, free ${free}` })
      }
      const { numaTopology: _wanted, ...plain } = claim
      const topology = fitted(claim)
      if (claim.pci !== undefined) {
        const near = topology && { cells: topology.cells.flatMap(({ hostCell }) => hostCell ?? []) }
        devices?.claim(claim.serverId, claim.node, claim.pci, { ...claim.pciRules, ...near })
      }
      claims.set(claim.serverId, topology === undefined ? plain : { ...plain, numaTopology: topology })
      return topology
    },
    adopt: ({ numaTopology, ...plain }) => {
      const known = numaTopology !== undefined && isFitted(numaTopology)
      claims.set(plain.serverId, known ? { ...plain, numaTopology } : plain)
    },
    release: (serverId) => {
      const topology = claims.get(serverId)?.numaTopology
      claims.delete(serverId)
      devices?.release(serverId)
      return topology
    },
    find: (serverId) => claims.get(serverId),
    nodes: () => [...capacities.keys()],
    usage: (node) => usageOf(others(node), ({ vcpus }) => vcpus),
    cells: (node) => cells(node),
    sharedCpus: (node) => {
      const known = empty.get(node)
      return known?.rules.namesShared ? known.cells.cells.flatMap(({ cpuset }) => cpuset) : undefined
    },
  }
}

const usageOf = (claims: readonly ResourceClaim[], vcpusOf: (claim: ResourceClaim) => number): NodeUsage => {
  const used = { vcpus: 0, memoryMb: 0, diskGb: 0, servers: 0 }
  for (const claim of claims) {
    used.vcpus += vcpusOf(claim)
    used.memoryMb += claim.memoryMb
    used.diskGb += claim.diskGb
    used.servers += 1
  }
  return used
}

type CapacityOptions = RatioOptions &
  Readonly<Record<'reserved_host_cpus' | 'reserved_host_memory_mb' | 'reserved_host_disk_mb', number>>

/** The capacity of a node as placement computes it: (total − reserved) × allocation ratio. */
export const capacityOf = (
  node: Pick<NodeInventory, 'vcpus' | 'memoryMb' | 'diskGb'>,
  options: CapacityOptions,
): NodeCapacity => {
  const ratios = allocationRatios(options)
  return {
    vcpus: Math.floor((node.vcpus - options.reserved_host_cpus) * ratios.cpu),
    memoryMb: Math.floor((node.memoryMb - options.reserved_host_memory_mb) * ratios.ram),
    diskGb: Math.floor((node.diskGb - Math.ceil(options.reserved_host_disk_mb / 1024)) * ratios.disk),
  }
}
