import type { MdevOffer } from '../../domain/pci/mdev-offers.ts'
import { randomUUID } from 'node:crypto'
import type { Inventory } from '@nimbo/clients/placement'
import type { HostTopology, NetworkCells } from '@nimbo/contracts/compute-rpc/numa'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { hostTraits } from '../../domain/hosts/host-traits.ts'
import { type ProviderConfigs, withAdditions } from '../../domain/hosts/provider-configs.ts'
import { serviceVersion } from '../../domain/hosts/service-version.ts'
import type { NodeInventory } from '../../driver/node-inventory.ts'
import type { AgentPeers, AgentSelf, AgentStore } from '../agent-context.ts'
import type { AgentOptions } from '../agent-options.ts'
import { hasThreads } from '../../domain/numa/host-cell.ts'
import { cpusOffered, hostTopology } from '../../domain/numa/host-topology.ts'
import { hyperthreadingTrait } from '../../domain/numa/placement-resources.ts'
import type { HostMonitors } from '../monitors/host-monitors.ts'
import { withNetworkCells } from '../networks/network-cells.ts'
import type { NumaOptions } from '../numa-options.ts'
import type { TellsDevices } from '../pci/tell-devices.ts'
import { allocationRatios } from './allocation-ratios.ts'
import { offerNode } from './offer-node.ts'
import { usageOf } from './report-usage.ts'
import type { TraitsOfFiles } from './traits-of-files.ts'
import { warnOfAbsentProviders } from './warn-of-absent-providers.ts'
import { type CellRules, capacityOf } from './resource-tracker.ts'

type Deps = Pick<AgentSelf, 'host' | 'hypervisor' | 'options' | 'clock' | 'log'> &
  Pick<AgentPeers, 'conductor' | 'placement'> &
  Pick<AgentStore, 'tracker' | 'directories' | 'hostProviders'> & {
    /** Keeps the PCI devices of a node that the configuration offers. */
    readonly offerDevices: (node: NodeInventory) => Promise<readonly MdevOffer[]>
    readonly tellDevices: TellsDevices
    readonly numa: NumaOptions
    /** The NUMA cells that networks are at, if that is configured. */
    readonly networkCells?: NetworkCells | undefined
    readonly providerConfigs: ProviderConfigs
    readonly traitsOfFiles: TraitsOfFiles
    readonly monitors: HostMonitors
    /** Milliseconds after which inventories are sent to placement again even if unchanged; 0 means never. */
    readonly refreshMs: number
    /** Removes leftovers of servers that no longer belong on this host. */
    readonly removeOrphans: (ctx: Context, orphans: readonly ServerId[]) => Promise<void>
  }

/**
 * Sends a heartbeat with all nodes, their usage, and the servers found on this host: the cloud may have moved some away
 * while the host did not answer. Inventories go to placement when new or changed, and periodically in case another
 * client has changed them there. The resource provider has the id of the compute node, which the conductor finds by
 * name.
 */
export const reportHost = (deps: Deps) => {
  const told = new Map<string, string>()
  const offer = offerNode(deps)
  const warnOfAbsent = warnOfAbsentProviders(deps.providerConfigs, deps.log)
  let refreshedAt = deps.clock.now()
  const forgetOld = (): void => {
    if (deps.refreshMs === 0 || deps.clock.now() - refreshedAt < deps.refreshMs) return
    refreshedAt = deps.clock.now()
    told.clear()
    deps.hostProviders.forget()
  }
  return async (ctx: Context): Promise<void> => {
    const { host, hypervisor, options, tracker, conductor, offerDevices, removeOrphans } = deps
    forgetOld()
    const inventory = await hypervisor.host.inventory()
    const offers = inventory.map((node) => offeredBy(node, deps))
    const mdevs = new Map<string, readonly MdevOffer[]>()
    for (const { node, cells } of offers) {
      tracker.setCapacity(node.node, capacityOf(node, options))
      tracker.setCells(node.node, cells, cellRules(deps.numa))
      mdevs.set(node.node, await offerDevices(node))
    }
    const metrics = await deps.monitors.measure()
    const {
      nodeIds,
      orphans,
      disabled = false,
    } = await conductor.reportHost(ctx, {
      host,
      hostIp: options.my_ip,
      present: await serversPresent(deps),
      version: serviceVersion,
      nodes: inventory.map((node) => ({
        ...nodeFacts(node),
        ...usageOf(tracker, node.node),
        ...(metrics.length > 0 && { metrics: [...metrics] }),
      })),
    })
    for (const { node, pcpus } of offers) {
      const id = nodeIds[node.node]
      if (id === undefined) continue
      const provider = { uuid: id, name: node.node }
      const offered = withAdditions(
        { inventories: inventoriesOf(node, pcpus, options), traits: hostTraits(node.traits, { disabled }) },
        deps.providerConfigs.of(provider, 'node'),
      )
      const text = JSON.stringify([id, offered])
      if (told.get(node.node) === text) continue
      if (await offer(ctx, provider, offered)) told.set(node.node, text)
    }
    await deps.tellDevices(ctx)
    for (const { node: name } of inventory) {
      const { [name]: id } = nodeIds
      if (id !== undefined) await deps.hostProviders.offer(ctx, { id, name }, mdevs.get(name) ?? [])
    }
    const nodes = Object.entries(nodeIds).map(([name, uuid]) => ({ name, uuid }))
    warnOfAbsent([...nodes, ...deps.hostProviders.known()])
    await removeOrphans(ctx, orphans)
    // Reports the devices of the removed servers as free now rather than with the next report.
    if (orphans.length > 0) await deps.tellDevices(ctx)
  }
}

/** A node as the CPU options divide it: `node.vcpus` counts its shared CPUs, `pcpus` the dedicated ones. */
interface Offer {
  readonly node: NodeInventory
  readonly cells: HostTopology | undefined
  readonly pcpus: number
}

const offeredBy = (
  node: NodeInventory,
  { options, numa, networkCells }: Pick<Deps, 'options' | 'numa' | 'networkCells'>,
): Offer => {
  const { cpu, ram } = allocationRatios(options)
  const found = hostTopology(node.numaCells, numa, { cpuAllocationRatio: cpu, ramAllocationRatio: ram })
  if (found === undefined) return { node, cells: found, pcpus: 0 }
  const cells = withNetworkCells(found, networkCells)
  const { vcpus, pcpus } = cpusOffered(cells, numa)
  const threaded = cells.cells.some(hasThreads)
  return { ...{ cells, pcpus }, node: { ...node, vcpus, traits: withThreads(node.traits, threaded) } }
}

const cellRules = (numa: NumaOptions): CellRules => ({
  pack: numa.packing_host_numa_cells_allocation_strategy,
  namesShared: Boolean(numa.vcpu_pin_set) || Boolean(numa.cpu_shared_set),
})

const withThreads = (traits: readonly string[], threaded: boolean): readonly string[] =>
  threaded ? [...new Set([...traits, hyperthreadingTrait])] : traits

/** Servers with a domain or a directory here, or with disks kept for a move. */
const serversPresent = async ({
  hypervisor,
  directories,
}: Pick<Deps, 'hypervisor' | 'directories'>): Promise<readonly ServerId[]> => {
  const domains = await hypervisor.host.list()
  const others = [...(await directories.list()), ...(await hypervisor.moves.listAside())]
  return [...new Set([...domains.map(({ id }) => id), ...others])]
}

const nodeFacts = (node: NodeInventory) => ({
  id: randomUUID(),
  vcpus: node.vcpus,
  memoryMb: node.memoryMb,
  diskGb: node.diskGb,
  hypervisorType: node.hypervisorType,
  hypervisorVersion: node.hypervisorVersion,
  cpuInfo: node.cpuInfo,
  supportedInstances: node.supportedInstances,
})

/** The node's inventories for placement; a class with a total of zero is left out. */
const inventoriesOf = (
  node: NodeInventory,
  pcpus: number,
  options: AgentOptions,
): Readonly<Record<string, Inventory>> => {
  const inventory = (total: number, reserved: number, allocation_ratio: number): Inventory => ({
    total,
    reserved: Math.min(reserved, total),
    min_unit: 1,
    max_unit: total,
    step_size: 1,
    allocation_ratio,
  })
  const ratios = allocationRatios(options)
  const reservedDiskGb = Math.ceil(options.reserved_host_disk_mb / 1024)
  const all = {
    VCPU: inventory(node.vcpus, options.reserved_host_cpus, ratios.cpu),
    PCPU: inventory(pcpus, 0, 1),
    MEMORY_MB: inventory(node.memoryMb, options.reserved_host_memory_mb, ratios.ram),
    DISK_GB: inventory(node.diskGb, reservedDiskGb, ratios.disk),
  }
  return Object.fromEntries(Object.entries(all).filter(([, { total }]) => total > 0))
}
