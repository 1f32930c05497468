import type { GuestCell, GuestTopology, HostCell, HostTopology } from '@nimbo/contracts/compute-rpc/numa'
import { type Fit, fits } from './fit.ts'
import { fitCell } from './fit-cell.ts'
import { freeMemoryMb, freePcpus } from './host-cell.ts'

export interface FittingRules {
  /** Prefer cells that are used already (`[compute] packing_host_numa_cells_allocation_strategy`). */
  readonly pack?: boolean
  /** Ignores the allocation ratios. */
  readonly unlimited?: boolean
  /** How many free devices a cell has; guests that request devices prefer cells with many, other guests cells with few. */
  readonly freeDevices?: (hostCell: number) => number
  readonly wantsDevices?: boolean
  /** Why the chosen host cells, in whatever order, do not suit the guest's devices. */
  readonly refusesCells?: (hostCells: readonly number[]) => string | undefined
}

type Order = (one: HostCell, other: HostCell) => number

/** Sorts like Nova: by devices, then by CPUs, then by memory. */
const inOrder = (
  cells: readonly HostCell[],
  { cpuPolicy }: GuestTopology,
  { pack = false, freeDevices, wantsDevices = false }: FittingRules,
): readonly HostCell[] => {
  const direction = pack ? -1 : 1
  const byMemory: Order = (one, other) => direction * (freeMemoryMb(other) - freeMemoryMb(one))
  const byCpus: Order =
    cpuPolicy === 'dedicated' || cpuPolicy === 'mixed'
      ? (one, other) => direction * (freePcpus(other).length - freePcpus(one).length)
      : (one, other) => direction * (one.cpuUsage - other.cpuUsage)
  const byDevices: Order = (one, other) =>
    freeDevices === undefined ? 0 : (wantsDevices ? -1 : 1) * (freeDevices(one.id) - freeDevices(other.id))
  return [...cells].sort((one, other) => byDevices(one, other) || byCpus(one, other) || byMemory(one, other))
}

/**
 * Fits the cells of a guest into different cells of a host: the first choice of cells, in their order, that has room.
 * Choices multiply, so those are left out whose remaining cells cannot all have room. A refusal names the reasons of the
 * host's cells.
 */
export const fitTopology = (
  host: HostTopology,
  guest: GuestTopology,
  rules: FittingRules = {},
): Fit<GuestTopology> => {
  if (host.cells.length < guest.cells.length)
    return { refused: `has ${host.cells.length} NUMA cells, and ${guest.cells.length} are needed` }
  const order = host.cells.length > guest.cells.length ? inOrder(host.cells, guest, rules) : host.cells
  const pairs = new Map<string, Fit<GuestCell>>()
  const reasons = new Set<string>()
  const tried = new Set<string>()

  const tryPair = (cell: HostCell, wanted: GuestCell, number: number): Fit<GuestCell> => {
    const key = `${cell.id} ${number}`
    const known = pairs.get(key)
    if (known !== undefined) return known
    const fit = fitCell(cell, wanted, {
      policies: guest,
      limits: rules.unlimited === true ? undefined : host.limits,
      // The emulator's threads run beside the first cell of the guest.
      reserve: number === 0 && guest.emulatorThreadsPolicy === 'isolate' ? 1 : 0,
    })
    pairs.set(key, fit)
    if (!fits(fit)) reasons.add(`NUMA cell ${cell.id} ${fit.refused}`)
    return fit
  }

  /** Whether each guest cell from this number on can have a host cell of its own, found by augmenting paths. */
  const haveRoom = (first: number, left: readonly HostCell[]): boolean => {
    const guestOf = new Map<HostCell, number>()
    const giveCell = (number: number, asked: Set<HostCell>): boolean => {
      const wanted = guest.cells[number]
      return left.some((cell) => {
        if (wanted === undefined || asked.has(cell) || !fits(tryPair(cell, wanted, number))) return false
        asked.add(cell)
        const other = guestOf.get(cell)
        if (other !== undefined && !giveCell(other, asked)) return false
        guestOf.set(cell, number)
        return true
      })
    }
    return guest.cells.slice(first).every((_, index) => giveCell(first + index, new Set()))
  }

  const place = (
    chosen: readonly GuestCell[],
    left: readonly HostCell[],
  ): readonly GuestCell[] | undefined => {
    // The order in which the same cells were chosen before does not matter to those that are left.
    const cellsLeft = left.map(({ id }) => id).join(' ')
    if (tried.has(cellsLeft)) return undefined
    tried.add(cellsLeft)
    const wanted = guest.cells[chosen.length]
    if (wanted === undefined) {
      const reason = rules.refusesCells?.(chosen.map(({ hostCell }) => hostCell ?? 0))
      if (reason !== undefined) reasons.add(reason)
      return reason === undefined ? chosen : undefined
    }
    if (!haveRoom(chosen.length, left)) return undefined
    for (const cell of left) {
      const fit = tryPair(cell, wanted, chosen.length)
      if (!fits(fit)) continue
      const placed = place(
        [...chosen, fit.fitted],
        left.filter((other) => other !== cell),
      )
      if (placed !== undefined) return placed
    }
    return undefined
  }

  const cells = place([], order)
  return cells === undefined
    ? { refused: [...reasons].slice(0, mostReasons).join('; ') }
    : { fitted: { ...guest, cells } }
}

/** The maximum of reasons in a refusal: a host rarely has more cells, and more reasons would not help an operator. */
const mostReasons = 8
