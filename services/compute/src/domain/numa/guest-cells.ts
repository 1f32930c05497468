import type { GuestCell } from '@nimbo/contracts/compute-rpc/numa'
import { type Asked, askedOf, refused } from './asked.ts'
import { readCpuSpec } from './cpu-spec.ts'

/** The maximum of cells that Nova reads. */
const mostCells = 128

const forbidden = (name: string): Error =>
  refused(`Image property '${name}' is not permitted to override NUMA configuration set against the flavor`)

/** The number of cells that flavor or image request; undefined if neither does. */
export const cellCount = (asked: Asked): number | undefined => {
  const { ofFlavor, ofImage } = askedOf(asked, 'numa_nodes')
  if (ofFlavor !== undefined && ofImage !== undefined) throw forbidden('hw_numa_nodes')
  const nodes = ofFlavor ?? ofImage
  if (nodes === undefined) return undefined
  if (!/^[0-9]+$/.test(nodes) || Number(nodes) < 1)
    throw refused(`The property 'numa_nodes' cannot be '${nodes}'. It must be a number greater than 0`)
  return Number(nodes)
}

/** The values of KEY.0, KEY.1, … up to the first that is missing; undefined when there is none. */
const numbered = (
  from: Readonly<Record<string, string>>,
  key: string,
): readonly [string, ...string[]] | undefined => {
  const values: string[] = []
  for (let cell = 0; cell < mostCells; cell += 1) {
    const value = from[`${key}.${cell}`]
    if (value === undefined) break
    values.push(value)
  }
  const [first, ...more] = values
  return first === undefined ? undefined : [first, ...more]
}

const perCell = ({ flavor, imageProperties }: Asked, key: string) => {
  const ofFlavor = numbered(flavor.extraSpecs, `hw:${key}`)
  const ofImage = numbered(imageProperties, `hw_${key}`)
  if (ofFlavor !== undefined && ofImage !== undefined) throw forbidden(`hw_${key}`)
  return ofFlavor ?? ofImage
}

type SplitCell = Pick<GuestCell, 'cpuset' | 'pcpuset' | 'memoryMb'>

/** The cells with CPUs and memory: as the flavor or image divides them, or in equal parts. */
export const guestCells = (
  asked: Asked,
  nodes: number,
  dedicated: ReadonlySet<number>,
): readonly SplitCell[] => {
  const cpus = perCell(asked, 'numa_cpus')?.map(readCpuSpec)
  const memory = perCell(asked, 'numa_mem')?.map(Number)
  const split = (all: readonly number[], memoryMb: number): SplitCell => ({
    cpuset: all.filter((cpu) => !dedicated.has(cpu)),
    pcpuset: all.filter((cpu) => dedicated.has(cpu)),
    memoryMb,
  })
  if (cpus === undefined && memory === undefined) return equalCells(asked, nodes, split)
  if (cpus?.length !== nodes || memory?.length !== nodes)
    throw refused('CPU and memory allocation must be provided for all NUMA nodes')
  requireWhole(asked, cpus, memory)
  return cpus.map((all, index) => split(all, memory[index] ?? 0))
}

const equalCells = (
  { flavor: { vcpus, memoryMb } }: Asked,
  nodes: number,
  split: (all: readonly number[], memoryMb: number) => SplitCell,
): readonly SplitCell[] => {
  if (vcpus % nodes > 0 || memoryMb % nodes > 0)
    throw refused(
      'Instance CPUs and/or memory cannot be evenly distributed across instance NUMA nodes. Explicit assignment of CPUs and memory to nodes is required',
    )
  const each = vcpus / nodes
  return Array.from({ length: nodes }, (_, node) =>
    split(
      Array.from({ length: each }, (_, index) => node * each + index),
      memoryMb / nodes,
    ),
  )
}

/** Every CPU must be in exactly one cell, and the memory must be the flavor's. */
const requireWhole = (
  { flavor }: Asked,
  cpus: readonly (readonly number[])[],
  memory: readonly number[],
): void => {
  const left = new Set(Array.from({ length: flavor.vcpus }, (_, cpu) => cpu))
  for (const cpu of cpus.flat()) {
    if (cpu >= flavor.vcpus) throw refused(`CPU number ${cpu} is larger than max ${flavor.vcpus - 1}`)
    if (!left.delete(cpu)) throw refused(`CPU number ${cpu} is assigned to two nodes`)
  }
  if (left.size > 0) throw refused(`CPU number {${[...left].join(', ')}} is not assigned to any node`)
  const total = memory.reduce((sum, one) => sum + one, 0)
  if (total !== flavor.memoryMb)
    throw refused(`${total} MB of memory assigned, but expected ${flavor.memoryMb} MB`)
}
