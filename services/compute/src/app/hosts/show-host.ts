import type { ComputeNodeRow } from '../../db/schema/cell-tables.ts'
import { computeNodes } from '../../db/hosts/compute-nodes.ts'
import { hostMappings } from '../../db/cells/host-mappings.ts'
import { instances } from '../../db/servers/instances.ts'
import { errors } from '../../errors.ts'
import type { ComputeApiDeps } from '../app.ts'

/** Amounts of CPUs, memory and disk. */
export interface HostAmounts {
  readonly cpu: number
  readonly memoryMb: number
  readonly diskGb: number
}

/** A host's total resources, its reported usage, and what its servers requested. */
export interface HostResources {
  readonly total: HostAmounts
  readonly usedNow: HostAmounts
  /** By project, ordered by id; counts every server at its flavor's full size. */
  readonly promised: ReadonlyMap<string, HostAmounts>
}

export const noAmounts: HostAmounts = { cpu: 0, memoryMb: 0, diskGb: 0 }

export const addAmounts = (one: HostAmounts, other: HostAmounts): HostAmounts => ({
  cpu: one.cpu + other.cpu,
  memoryMb: one.memoryMb + other.memoryMb,
  diskGb: one.diskGb + other.diskGb,
})

const sumOf = (nodes: readonly ComputeNodeRow[], amounts: (node: ComputeNodeRow) => HostAmounts) =>
  nodes.map(amounts).reduce(addAmounts, noAmounts)

/** The resources of a compute host. Throws `HostNotFound`. */
export const showHost =
  ({ databases, clock }: Pick<ComputeApiDeps, 'databases' | 'clock'>) =>
  async (host: string): Promise<HostResources> => {
    const cellId = await hostMappings(databases.api, clock).cellOf(host)
    if (cellId === undefined) throw errors.HostNotMapped({ host })
    return databases.ask(cellId, async (cell) => {
      const nodes = await computeNodes(cell, clock).ofHost(host)
      if (nodes.length === 0) throw errors.HostNotFound({ host })
      const promised = new Map<string, HostAmounts>()
      for (const { projectId, flavor } of await instances(cell, clock).onHost(host)) {
        const { vcpus: cpu, memoryMb, rootGb, ephemeralGb } = flavor
        const amounts = { cpu, memoryMb, diskGb: rootGb + ephemeralGb }
        promised.set(projectId, addAmounts(promised.get(projectId) ?? noAmounts, amounts))
      }
      return {
        total: sumOf(nodes, ({ vcpus, memory_mb, disk_gb }) => ({
          cpu: vcpus,
          memoryMb: memory_mb,
          diskGb: disk_gb,
        })),
        usedNow: sumOf(nodes, ({ vcpus_used, memory_mb_used, disk_gb_used }) => ({
          cpu: vcpus_used,
          memoryMb: memory_mb_used,
          diskGb: disk_gb_used,
        })),
        promised: new Map([...promised].sort(([one], [other]) => (one < other ? -1 : 1))),
      }
    })
  }
