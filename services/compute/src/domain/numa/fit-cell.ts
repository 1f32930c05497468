import type { GuestCell, GuestTopology, HostCell, HostTopology } from '@nimbo/contracts/compute-rpc/numa'
import { type Fit, fits } from './fit.ts'
import { fitMemory } from './fit-memory.ts'
import { freePcpus } from './host-cell.ts'
import { packCores } from './pack-cores.ts'

interface CellFitting {
  readonly policies: Pick<GuestTopology, 'cpuPolicy' | 'cpuThreadPolicy'>
  /** Undefined for a server that is forced to its host: its claim is not limited by allocation ratios. */
  readonly limits: HostTopology['limits'] | undefined
  /** Host CPUs that the emulator's threads need in this cell. */
  readonly reserve: number
}

const fitPinned = (host: HostCell, guest: GuestCell, { policies, reserve }: CellFitting): Fit<GuestCell> => {
  const free = freePcpus(host).length
  const needed = guest.pcpuset.length + reserve
  if (needed > free)
    return { refused: `has ${free} of ${host.pcpuset.length} dedicated CPUs free, and ${needed} are needed` }
  const packed = packCores(host, {
    pcpuset: guest.pcpuset,
    threads: policies.cpuThreadPolicy,
    reserve,
  })
  if (!fits(packed)) return packed
  const { cpuPinning, cpusetReserved } = packed.fitted
  return {
    fitted: { ...guest, cpuPinning, ...(cpusetReserved.length === 0 ? {} : { cpusetReserved }) },
  }
}

/** Why the allocation ratios refuse a guest cell with shared CPUs; undefined if they do not. */
const overLimits = (host: HostCell, guest: GuestCell, limits: HostTopology['limits']): string | undefined => {
  const cpus = host.cpuset.length * limits.cpuAllocationRatio
  if (host.cpuUsage + guest.cpuset.length > cpus)
    return `uses ${host.cpuUsage} of ${cpus} shared CPUs, and ${guest.cpuset.length} more are needed`
  const memory = Math.floor(host.memoryMb * limits.ramAllocationRatio)
  return host.memoryUsageMb + guest.memoryMb > memory
    ? `uses ${host.memoryUsageMb} of ${memory} MiB, and ${guest.memoryMb} MiB more are needed`
    : undefined
}

/** Fits one cell of a guest into one cell of a host. */
export const fitCell = (host: HostCell, guest: GuestCell, fitting: CellFitting): Fit<GuestCell> => {
  const { cpuPolicy } = fitting.policies
  const pinned = cpuPolicy === 'dedicated' || cpuPolicy === 'mixed'
  const memory = fitMemory(host, guest, pinned)
  if (!fits(memory)) return memory
  if (cpuPolicy !== 'dedicated' && guest.cpuset.length > host.cpuset.length)
    return { refused: `has ${host.cpuset.length} shared CPUs, and ${guest.cpuset.length} are needed` }
  const cell: Fit<GuestCell> = pinned ? fitPinned(host, guest, fitting) : { fitted: guest }
  if (!fits(cell)) return cell
  const over =
    cpuPolicy === 'dedicated' || fitting.limits === undefined
      ? undefined
      : overLimits(host, guest, fitting.limits)
  if (over !== undefined) return { refused: over }
  return {
    fitted: {
      ...cell.fitted,
      hostCell: host.id,
      ...(memory.fitted === undefined ? {} : { pageSize: memory.fitted }),
    },
  }
}
