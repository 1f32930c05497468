import type { AllocationCandidates, ProviderSummary } from '@nimbo/clients/placement'
import type { Clock } from '@nimbo/kernel/clock'
import type { Databases } from '../app/app.ts'
import { aggregates } from '../db/aggregates.ts'
import { cell0Id, cellMappings } from '../db/cell-mappings.ts'
import type { ComputeNodeRow, ServiceRow } from '../db/cell-tables.ts'
import { computeNodes } from '../db/compute-nodes.ts'
import { services } from '../db/services.ts'
import type { Aggregate } from '../domain/aggregate.ts'
import type { HostState } from '../domain/scheduling/host-state.ts'
import { isUp } from '../domain/service-state.ts'

export interface HostStatesDeps {
  readonly databases: Databases
  readonly clock: Clock
  readonly options: { readonly default_availability_zone: string; readonly service_down_time: number }
}

/**
 * What is known of the nodes that placement offers. How much they have free is what placement said along with the offer,
 * which is newer than anything hosts reported; a provider that is no compute node of an enabled cell is left out.
 */
export const hostStates =
  ({ databases, clock, options }: HostStatesDeps) =>
  async ({ provider_summaries: summaries }: AllocationCandidates): Promise<readonly HostState[]> => {
    const nodeIds = Object.keys(summaries)
    if (nodeIds.length === 0) return []
    const known = await aggregates(databases.api, clock).list()
    const states: HostState[] = []
    for (const { id: cellId, disabled } of await cellMappings(databases.api, clock).list()) {
      if (cellId === cell0Id || disabled !== 0) continue
      const cell = await databases.cell(cellId)
      const nodes = await computeNodes(cell, clock).findMany(nodeIds)
      if (nodes.length === 0) continue
      const compute = await services(cell, clock).list({ binary: 'nova-compute' })
      const byHost = new Map(compute.map((service) => [service.host, service]))
      for (const node of nodes) {
        const service = byHost.get(node.host)
        const summary = summaries[node.id]
        if (service === undefined || summary === undefined) continue
        const up = isUp(service, clock.now(), options.service_down_time * 1000)
        const zoned = inAggregates(node.host, known, options.default_availability_zone)
        states.push({
          ...stateOf(node, service, summary),
          ...zoned,
          cellId,
          service: serviceState(service, up),
        })
      }
    }
    return states
  }

const serviceState = (service: ServiceRow, up: boolean): HostState['service'] => ({
  up,
  disabled: service.disabled !== 0,
  disabledReason: service.disabled_reason,
})

const inAggregates = (
  host: string,
  known: readonly Aggregate[],
  defaultZone: string,
): Pick<HostState, 'availabilityZone' | 'aggregateMetadata'> => {
  const aggregateMetadata: Record<string, string[]> = {}
  for (const { metadata } of known.filter(({ hosts }) => hosts.includes(host)))
    for (const [key, value] of Object.entries(metadata)) {
      aggregateMetadata[key] ??= []
      aggregateMetadata[key].push(value)
    }
  return { aggregateMetadata, availabilityZone: aggregateMetadata.availability_zone?.[0] ?? defaultZone }
}

const stateOf = (node: ComputeNodeRow, service: ServiceRow, { resources }: ProviderSummary) => {
  const free = (resourceClass: string): number =>
    (resources[resourceClass]?.capacity ?? 0) - (resources[resourceClass]?.used ?? 0)
  return {
    host: service.host,
    node: node.node,
    nodeId: node.id,
    hypervisorType: node.hypervisor_type,
    hypervisorVersion: node.hypervisor_version,
    cpuInfo: JSON.parse(node.cpu_info) as HostState['cpuInfo'],
    supportedInstances: JSON.parse(node.supported_instances) as HostState['supportedInstances'],
    free: { vcpus: free('VCPU'), memoryMb: free('MEMORY_MB'), diskGb: free('DISK_GB') },
    runningServers: node.running_vms,
  }
}
