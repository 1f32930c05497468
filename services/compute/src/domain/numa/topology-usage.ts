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

const withCell = (host: HostCell, cell: GuestCell, guest: GuestTopology, sign: 1 | -1): HostCell => {
  const size = typeof cell.pageSize === 'number' ? cell.pageSize : smallestPageKb(host)
  const taken = new Set(takenCpus(host, cell, guest))
  const pinned = new Set(host.pinnedCpus)
  return {
    ...host,
    memoryUsageMb: Math.max(0, host.memoryUsageMb + sign * cell.memoryMb),
    cpuUsage: Math.max(0, host.cpuUsage + sign * cell.cpuset.length),
    pinnedCpus: [...(sign === 1 ? pinned.union(taken) : pinned.difference(taken))].sort(
      (one, other) => one - other,
    ),
    mempages: host.mempages.map((pages) =>
      pages.sizeKb === size
        ? { ...pages, used: Math.max(0, pages.used + (sign * cell.memoryMb * 1024) / pages.sizeKb) }
        : pages,
    ),
  }
}

const changed = (host: HostTopology, guest: GuestTopology, sign: 1 | -1): HostTopology => ({
  ...host,
  cells: host.cells.map((cell) =>
    guest.cells
      .filter(({ hostCell }) => hostCell === cell.id)
      .reduce((sum, one) => withCell(sum, one, guest, sign), cell),
  ),
})

/** The host with a fitted guest on it; one that was already there may exceed what is free. */
export const withGuest = (host: HostTopology, guest: GuestTopology): HostTopology => changed(host, guest, 1)

/** The host without a guest that was fitted into it. */
export const withoutGuest = (host: HostTopology, guest: GuestTopology): HostTopology =>
  changed(host, guest, -1)
