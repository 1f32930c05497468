import type { NodeReport } from '@nimbo/contracts/compute-rpc/host-conductor'
import { cellMappings } from '../db/cell-mappings.ts'
import { computeNodes } from '../db/compute-nodes.ts'
import { hostMappings } from '../db/host-mappings.ts'
import { services } from '../db/services.ts'
import { errors } from '../flows/flow-errors.ts'
import type { ConductorDeps } from './conductor-deps.ts'

type Deps = Pick<ConductorDeps, 'databases' | 'clock'>

/** The version of nova-compute's interface that hosts speak, as `os-services` counts it. */
export const serviceVersion = 1

/** The id of the cell of that name; throws when there is none. */
export const cellIdOf = async ({ databases, clock }: Deps, name: string): Promise<string> => {
  const cells = await cellMappings(databases.api, clock).list()
  const found = cells.find((cell) => cell.name === name)
  if (found === undefined) throw errors.CellUnknown({ name })
  return found.id
}

export interface HostReport {
  readonly host: string
  readonly cell: string
  readonly hostIp: string
  readonly nodes: readonly NodeReport[]
}

/** Writes down a host's sign of life and its nodes; a new host is mapped to its cell. Answers the ids its nodes keep. */
export const receiveHostReport =
  (deps: Deps) =>
  async ({ host, cell: cellName, hostIp, nodes }: HostReport): Promise<Readonly<Record<string, string>>> => {
    const { databases, clock } = deps
    const cellId = await cellIdOf(deps, cellName)
    const cell = await databases.cell(cellId)
    const service = await services(cell, clock).ensure(host, 'nova-compute', serviceVersion)
    const ids: Record<string, string> = {}
    for (const node of nodes)
      ids[node.node] = await computeNodes(cell, clock).report({
        id: node.id,
        service_id: service.id,
        host,
        node: node.node,
        vcpus: node.vcpus,
        memory_mb: node.memoryMb,
        disk_gb: node.diskGb,
        vcpus_used: node.vcpusUsed,
        memory_mb_used: node.memoryMbUsed,
        disk_gb_used: node.diskGbUsed,
        running_vms: node.runningServers,
        hypervisor_type: node.hypervisorType,
        hypervisor_version: node.hypervisorVersion,
        cpu_info: JSON.stringify(node.cpuInfo),
        supported_instances: JSON.stringify(node.supportedInstances),
        host_ip: hostIp,
      })
    await services(cell, clock).report(service.id)
    const mappings = hostMappings(databases.api, clock)
    if ((await mappings.cellOf(host)) !== cellId) await mappings.ensure(host, cellId)
    return ids
  }
