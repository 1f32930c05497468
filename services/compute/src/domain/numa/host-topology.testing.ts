import type { HostCell, HostTopology } from '@nimbo/contracts/compute-rpc/numa'

const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

/** Cells of four CPUs, two dedicated and two shared unless told otherwise, 1024 MiB, without siblings. */
export const sampleCell = (id: number, parts: Partial<HostCell> = {}): HostCell => ({
  id,
  socket: id,
  cpuset: range(id * 4, 2),
  pcpuset: range(id * 4 + 2, 2),
  siblings: range(id * 4, 4).map((cpu) => [cpu]),
  memoryMb: 1024,
  mempages: [],
  cpuUsage: 0,
  memoryUsageMb: 0,
  pinnedCpus: [],
  ...parts,
})

export const sampleTopology = (...cells: readonly HostCell[]): HostTopology => ({
  cells,
  limits: { cpuAllocationRatio: 4, ramAllocationRatio: 1.5 },
})
