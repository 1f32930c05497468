import type { PciRequest } from '../../domain/pci/pci-requests.ts'
import type { NodeInventory } from '../../driver/node-inventory.ts'
import { errors } from '../agent-errors.ts'
import type { HostDevices } from '../pci/host-devices.ts'

/** What one server uses on its node. */
export interface ResourceClaim {
  readonly serverId: string
  readonly node: string
  readonly vcpus: number
  readonly memoryMb: number
  readonly diskGb: number
  /** The PCI devices that it wants. */
  readonly pci?: readonly PciRequest[]
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
  /** Claims resources for a server; throws `InsufficientResources` or `PciDeviceRequestFailed` when the node lacks them. Idempotent. */
  claim(claim: ResourceClaim): void
  /** Claims resources for a server that is already here, whether they suffice or not. */
  adopt(claim: ResourceClaim): void
  release(serverId: string): void
  usage(node: string): NodeUsage
}

export const resourceTracker = (devices?: Pick<HostDevices, 'claim' | 'release'>): ResourceTracker => {
  const capacities = new Map<string, NodeCapacity>()
  const claims = new Map<string, ResourceClaim>()

  const usage = (node: string, except?: string): NodeUsage => {
    const used = { vcpus: 0, memoryMb: 0, diskGb: 0, servers: 0 }
    for (const claim of claims.values()) {
      if (claim.node !== node || claim.serverId === except) continue
      used.vcpus += claim.vcpus
      used.memoryMb += claim.memoryMb
      used.diskGb += claim.diskGb
      used.servers += 1
    }
    return used
  }

  return {
    setCapacity: (node, capacity) => void capacities.set(node, capacity),
    claim: (claim) => {
      const capacity = capacities.get(claim.node)
      if (capacity === undefined) throw errors.NodeUnknown({ node: claim.node })
      const used = usage(claim.node, claim.serverId)
      for (const resource of ['vcpus', 'memoryMb', 'diskGb'] as const) {
        const free = capacity[resource] - used[resource]
        if (claim[resource] > free)
          throw errors.InsufficientResources({ reason: `${resource} ${claim[resource]}, free ${free}` })
      }
      if (claim.pci !== undefined) devices?.claim(claim.serverId, claim.node, claim.pci)
      claims.set(claim.serverId, claim)
    },
    adopt: (claim) => void claims.set(claim.serverId, claim),
    release: (serverId) => {
      claims.delete(serverId)
      devices?.release(serverId)
    },
    usage: (node) => usage(node),
  }
}

type CapacityOptions = Readonly<
  Record<
    | 'reserved_host_cpus'
    | 'reserved_host_memory_mb'
    | 'reserved_host_disk_mb'
    | 'initial_cpu_allocation_ratio'
    | 'initial_ram_allocation_ratio'
    | 'initial_disk_allocation_ratio',
    number
  >
>

/** The capacity of a node as placement computes it: (total − reserved) × allocation ratio. */
export const capacityOf = (node: NodeInventory, options: CapacityOptions): NodeCapacity => ({
  vcpus: Math.floor((node.vcpus - options.reserved_host_cpus) * options.initial_cpu_allocation_ratio),
  memoryMb: Math.floor(
    (node.memoryMb - options.reserved_host_memory_mb) * options.initial_ram_allocation_ratio,
  ),
  diskGb: Math.floor(
    (node.diskGb - Math.ceil(options.reserved_host_disk_mb / 1024)) * options.initial_disk_allocation_ratio,
  ),
})
