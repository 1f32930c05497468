import type { HostCell, HostTopology } from '@nimbo/contracts/compute-rpc/numa'
import { errors } from '../../errors.ts'
import { readCpuSpec } from './cpu-spec.ts'
import { readPageSize } from './page-size.ts'

/** A NUMA cell as a hypervisor finds it, without servers and options. */
export interface FoundCell {
  readonly id: number
  readonly socket?: number
  readonly cpus: readonly number[]
  /** The CPUs of each core. */
  readonly siblings: readonly (readonly number[])[]
  readonly memoryMb: number
  readonly mempages: readonly { readonly sizeKb: number; readonly total: number }[]
}

/** The options that divide a host's CPUs and pages. */
export interface CellOptions {
  readonly vcpu_pin_set?: string | undefined
  readonly cpu_shared_set?: string | undefined
  readonly cpu_dedicated_set?: string | undefined
  /** Each entry has the form `node:0,size:2048,count:64`. */
  readonly reserved_huge_pages: readonly string[]
}

interface CpuSets {
  /** Undefined means all CPUs. */
  readonly shared: ReadonlySet<number> | undefined
  readonly dedicated: ReadonlySet<number> | undefined
}

const setOf = (spec: string | undefined): ReadonlySet<number> | undefined =>
  spec ? new Set(readCpuSpec(spec)) : undefined

/** As in Nova, `vcpu_pin_set` overrules `cpu_shared_set`. Throws `BadRequest` where the options contradict each other. */
const cpuSets = ({ vcpu_pin_set, cpu_shared_set, cpu_dedicated_set }: CellOptions): CpuSets => {
  const [pinSet, shared, dedicated] = [vcpu_pin_set, cpu_shared_set, cpu_dedicated_set].map(setOf)
  if (pinSet !== undefined && dedicated !== undefined)
    throw errors.BadRequest({
      reason: '[DEFAULT] vcpu_pin_set cannot be used together with [compute] cpu_dedicated_set',
    })
  if (pinSet !== undefined) return { shared: pinSet, dedicated: pinSet }
  if (shared === undefined && dedicated === undefined) return { shared, dedicated }
  const common = shared !== undefined && dedicated !== undefined ? shared.intersection(dedicated) : new Set()
  if (common.size > 0)
    throw errors.BadRequest({
      reason: `[compute] cpu_shared_set and cpu_dedicated_set both name the CPUs ${[...common].join(', ')}`,
    })
  return { shared: shared ?? new Set(), dedicated: dedicated ?? new Set() }
}

type Reserved = (cell: number, sizeKb: number) => number

const reservedPages = (options: readonly string[]): Reserved => {
  const counts = new Map<string, number>()
  for (const option of options) {
    const parts = new Map(
      option.split(/[;,]/).map((part): [string, string] => {
        const [key = '', value = ''] = part.split(':').map((text) => text.trim())
        return [key, value]
      }),
    )
    const size = readPageSize(parts.get('size') ?? '')
    const [node, count] = [Number(parts.get('node')), Number(parts.get('count'))]
    if (size === undefined || !Number.isInteger(node) || !Number.isInteger(count))
      throw errors.BadRequest({ reason: `[DEFAULT] reserved_huge_pages is not understood: ${option}` })
    counts.set(`${node} ${size}`, count)
  }
  return (cell, sizeKb) => counts.get(`${cell} ${sizeKb}`) ?? 0
}

const limited = (cpus: readonly number[], to: ReadonlySet<number> | undefined): readonly number[] =>
  to === undefined ? cpus : cpus.filter((cpu) => to.has(cpu))

/** The cells of a host as its options divide them; undefined for a host that reports none. */
export const hostTopology = (
  found: readonly FoundCell[] | undefined,
  options: CellOptions,
  limits: HostTopology['limits'],
): HostTopology | undefined => {
  if (found === undefined || found.length === 0) return undefined
  const { shared, dedicated } = cpuSets(options)
  const reserved = reservedPages(options.reserved_huge_pages)
  return {
    limits,
    cells: found.map(
      ({ id, socket, cpus, siblings, memoryMb, mempages }): HostCell => ({
        id,
        ...(socket === undefined ? {} : { socket }),
        cpuset: limited(cpus, shared),
        pcpuset: limited(cpus, dedicated),
        siblings,
        memoryMb,
        mempages: mempages.map(({ sizeKb, total }) => ({
          ...{ sizeKb, total, used: 0 },
          reserved: reserved(id, sizeKb),
        })),
        ...{ cpuUsage: 0, memoryUsageMb: 0, pinnedCpus: [] },
      }),
    ),
  }
}

/** How many CPUs of each kind a host offers. Without `cpu_dedicated_set`, pinned servers use the shared CPUs. */
export const cpusOffered = (
  { cells }: HostTopology,
  { cpu_dedicated_set }: CellOptions,
): { readonly vcpus: number; readonly pcpus: number } => {
  const count = (of: 'cpuset' | 'pcpuset') => cells.reduce((sum, cell) => sum + cell[of].length, 0)
  return { vcpus: count('cpuset'), pcpus: cpu_dedicated_set ? count('pcpuset') : 0 }
}
