import type { GuestCell, GuestTopology, HostCell, HostTopology } from '@nimbo/contracts/compute-rpc/numa'
import { smallestPageKb } from './host-cell.ts'

/** Host CPUs that a fitted cell takes; with `isolate` also the siblings, which stay idle. */
const takenCpus = (
  host: HostCell,
  cell: GuestCell,
  { cpuThreadPolicy }: GuestTopology,
): readonly number[] => {
  const own = [...(cell.cpuPinning ?? []).flatMap(([, cpu]) => cpu ?? []), ...(cell.cpusetReserved ?? [])]
  if (cpuThreadPolicy !== 'isolate') return own
  return [
    ...new Set([...own, ...host.siblings.filter((core) => core.some((cpu) => own.includes(cpu))).flat()]),
  ]
}

const withCell = (host: HostCell, cell: GuestCell, guest: GuestTopology): HostCell => {
  const size = typeof cell.pageSize === 'number' ? cell.pageSize : smallestPageKb(host)
  const taken = new Set(takenCpus(host, cell, guest))
  const pinned = new Set(host.pinnedCpus)
  return {
    ...host,
    memoryUsageMb: host.memoryUsageMb + cell.memoryMb,
    cpuUsage: host.cpuUsage + cell.cpuset.length,
    pinnedCpus: [...pinned.union(taken)].sort((one, other) => one - other),
    mempages: host.mempages.map((pages) =>
      pages.sizeKb === size
        ? { ...pages, used: pages.used + Math.ceil((cell.memoryMb * 1024) / pages.sizeKb) }
        : pages,
    ),
  }
}

/** The host's cells with a fitted guest added; a guest that runs already may use more than is free. */
export const withGuest = (host: HostTopology, guest: GuestTopology): HostTopology => ({
  ...host,
  cells: host.cells.map((cell) =>
    guest.cells
      .filter(({ hostCell }) => hostCell === cell.id)
      .reduce((sum, one) => withCell(sum, one, guest), cell),
  ),
})

/** The host as if it had no guests. */
export const withoutGuests = (host: HostTopology): HostTopology => ({
  ...host,
  cells: host.cells.map((cell) => ({
    ...cell,
    ...{ cpuUsage: 0, memoryUsageMb: 0, pinnedCpus: [] },
    mempages: cell.mempages.map((pages) => ({ ...pages, used: 0 })),
  })),
})

/** Whether every cell of a guest has its place in a host. */
export const isFitted = ({ cells }: GuestTopology): boolean =>
  cells.every(({ hostCell }) => hostCell !== undefined)
