import type { NodeReport, NodeUsage } from '@nimbo/contracts/compute-rpc/host-conductor'
import type { Context } from '@nimbo/kernel/context'
import type { ServerId } from '@nimbo/kernel/ids'
import { computeNodes } from '../db/hosts/compute-nodes.ts'
import { hostMappings } from '../db/cells/host-mappings.ts'
import { services } from '../db/hosts/services.ts'
import { errors } from '../flows/flow-errors.ts'
import { firstVersion } from '../domain/hosts/service-version.ts'
import type { ConductorDeps } from './conductor-deps.ts'
import { tellMetrics } from './notices/tell-metrics.ts'
import { orphansOn } from './orphans-on.ts'

type Deps = Pick<ConductorDeps, 'databases' | 'clock' | 'mapsNewHosts' | 'enablesNewHosts' | 'notifier'>

/** Nova's reason for a compute service that is disabled until an administrator enables it. */
const notYetEnabled = { disabledReason: 'New compute service disabled due to config option.' }

/** Throws `HostInOtherCell` when the host is mapped to another cell than the one it reports in. */
export const requireOwnCell = async (
  { databases, clock }: Pick<Deps, 'databases' | 'clock'>,
  cellId: string,
  host: string,
): Promise<'mapped' | 'new'> => {
  const mapped = await hostMappings(databases.api, clock).cellOf(host)
  if (mapped !== undefined && mapped !== cellId) throw errors.HostInOtherCell({ host, cellId: mapped })
  return mapped === undefined ? 'new' : 'mapped'
}

export interface HostReport {
  readonly host: string
  readonly hostIp: string
  readonly nodes: readonly NodeReport[]
  /** Servers of which the host has a domain, a directory or disks. */
  readonly present: readonly ServerId[]
  readonly version?: number
}

export interface HostReportAnswer {
  /** The ids of the host's nodes, by name. */
  readonly nodeIds: Readonly<Record<string, string>>
  /** The present servers that do not belong on the host. */
  readonly orphans: readonly ServerId[]
  readonly disabled: boolean
}

/** The usage of a node by its servers, as columns of its row. */
export const usageColumns = (node: NodeUsage) => ({
  vcpus_used: node.vcpusUsed,
  memory_mb_used: node.memoryMbUsed,
  disk_gb_used: node.diskGbUsed,
  running_vms: node.runningServers,
  numa_topology: node.numaTopology === undefined ? null : JSON.stringify(node.numaTopology),
})

/**
 * Stores a host's heartbeat and nodes, and returns its nodes' ids. Nothing is scheduled to a host before it is mapped
 * to its cell: by this function, if new hosts are mapped automatically, or when an operator discovers them.
 */
export const receiveHostReport =
  (deps: Deps, cellId: string) =>
  async (ctx: Context, { host, hostIp, nodes, present, version }: HostReport): Promise<HostReportAnswer> => {
    const { databases, clock, mapsNewHosts, enablesNewHosts } = deps
    const known = await requireOwnCell(deps, cellId, host)
    const cell = await databases.cell(cellId)
    const service = await services(cell, clock).ensure(
      host,
      'nova-compute',
      version ?? firstVersion,
      enablesNewHosts ? {} : notYetEnabled,
    )
    const nodeIds: Record<string, string> = {}
    for (const node of nodes)
      nodeIds[node.node] = await computeNodes(cell, clock).report({
        id: node.id,
        service_id: service.id,
        host,
        node: node.node,
        vcpus: node.vcpus,
        memory_mb: node.memoryMb,
        disk_gb: node.diskGb,
        ...usageColumns(node),
        hypervisor_type: node.hypervisorType,
        hypervisor_version: node.hypervisorVersion,
        cpu_info: JSON.stringify(node.cpuInfo),
        supported_instances: JSON.stringify(node.supportedInstances),
        host_ip: hostIp,
        metrics: node.metrics === undefined ? null : JSON.stringify(node.metrics),
      })
    for (const { node, metrics = [] } of nodes)
      await tellMetrics(deps)(cell, ctx, { host, hostIp, node, metrics })
    await services(cell, clock).report(service.id)
    if (known === 'new' && mapsNewHosts) await hostMappings(databases.api, clock).add(host, cellId)
    return {
      nodeIds,
      orphans: await orphansOn(deps, cellId)(host, present),
      disabled: service.disabled !== 0,
    }
  }
