import type { GuestCell } from '@nimbo/contracts/compute-rpc/numa'
import { cpuLists } from '@nimbo/compute/driver/cpu-lists'
import type { GuestPlace } from '@nimbo/compute/driver/guest-place'
import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { type Element, element } from './xml.ts'

/** `[libvirt] realtime_scheduler_priority` of Nova. */
const realtimePriority = 1

const guestCpus = ({ cpuset, pcpuset }: GuestCell): readonly number[] => [...cpuset, ...pcpuset]

const sharedOf = ({ sharedCpus }: GuestPlace, { hostCell = 0 }: GuestCell): readonly number[] =>
  sharedCpus[hostCell] ?? []

/** The host CPUs on which each guest CPU may run. */
const pinsOf = (place: GuestPlace): ReadonlyMap<number, readonly number[]> =>
  new Map(
    place.topology.cells.flatMap((cell) => {
      const own = new Map((cell.cpuPinning ?? []).map(([guest = 0, host = 0]) => [guest, host]))
      return guestCpus(cell).map((cpu): [number, readonly number[]] => {
        const pinned = own.get(cpu)
        return [cpu, pinned === undefined ? sharedOf(place, cell) : [pinned]]
      })
    }),
  )

/** Where the emulator's threads run: apart, on shared CPUs, or beside the guest's CPUs, but not on those with realtime. */
const emulatorCpus = (place: GuestPlace, pins: ReadonlyMap<number, readonly number[]>): readonly number[] => {
  const { cells, emulatorThreadsPolicy, realtimeCpus = [] } = place.topology
  const reserved = cells.flatMap(({ cpusetReserved = [] }) => cpusetReserved)
  if (emulatorThreadsPolicy === 'isolate' && reserved.length > 0) return reserved
  const shared = Object.values(place.sharedCpus).flat()
  if (emulatorThreadsPolicy === 'share' && shared.length > 0) return shared
  return [...pins].flatMap(([cpu, hosts]) => (realtimeCpus.includes(cpu) ? [] : hosts))
}

/** The parts of `cputune` that say where a guest's threads run. */
export const pinElements = ({ numa: place }: Pick<SpawnOrder, 'numa'>): readonly Element[] => {
  if (place === undefined) return []
  const pins = pinsOf(place)
  const { realtimeCpus = [] } = place.topology
  const emulator = [...new Set(emulatorCpus(place, pins))]
  return [
    ...[...pins]
      .sort(([one], [other]) => one - other)
      .map(([vcpu, cpus]) => element('vcpupin', { vcpu, cpuset: cpuLists.write(cpus) })),
    ...(emulator.length === 0 ? [] : [element('emulatorpin', { cpuset: cpuLists.write(emulator) })]),
    ...(realtimeCpus.length === 0
      ? []
      : [
          element('vcpusched', {
            ...{ vcpus: cpuLists.write(realtimeCpus), scheduler: 'fifo', priority: realtimePriority },
          }),
        ]),
  ]
}

/** From which cells of the host the guest's memory comes. */
export const numaTuneElement = ({ numa: place }: Pick<SpawnOrder, 'numa'>): Element | undefined => {
  if (place === undefined) return undefined
  const hostCells = place.topology.cells.map(({ hostCell = 0 }) => hostCell)
  return element(
    'numatune',
    {},
    element('memory', { mode: 'strict', nodeset: cpuLists.write([...new Set(hostCells)]) }),
    ...hostCells.map((cell, cellid) => element('memnode', { cellid, mode: 'strict', nodeset: String(cell) })),
  )
}

/** Cells whose memory is in huge pages, by their number in the guest. */
const hugeCells = ({
  topology: { cells },
  smallPageKb,
}: GuestPlace): readonly (readonly [number, number])[] =>
  cells.flatMap(({ pageSize }, index) =>
    typeof pageSize === 'number' && pageSize > smallPageKb ? [[index, pageSize] as const] : [],
  )

/** The guest's own NUMA cells, inside `cpu`. */
export const guestNumaElement = ({ numa: place }: Pick<SpawnOrder, 'numa'>): Element | undefined => {
  if (place === undefined) return undefined
  const shared = hugeCells(place).length > 0 ? { memAccess: 'shared' } : {}
  return element(
    'numa',
    {},
    ...place.topology.cells.map((cell, id) =>
      element('cell', {
        ...{ id, cpus: cpuLists.write(guestCpus(cell)), memory: cell.memoryMb * 1024, unit: 'KiB' },
        ...shared,
      }),
    ),
  )
}

const isTrue = (value: string | undefined): boolean => /^(true|1|yes|on|t|y)$/i.test(value ?? '')

/** Huge pages, and memory that stays in the host's memory. */
export const memoryBackingElement = ({
  numa: place,
  extraSpecs,
  imageProperties,
}: Pick<SpawnOrder, 'numa' | 'extraSpecs' | 'imageProperties'>): Element | undefined => {
  const huge = place === undefined ? [] : hugeCells(place)
  const realtime = (place?.topology.realtimeCpus ?? []).length > 0
  const locked =
    realtime || isTrue(extraSpecs['hw:locked_memory']) || isTrue(imageProperties.hw_locked_memory)
  if (huge.length === 0 && !locked) return undefined
  const pages = huge.map(([nodeset, size]) => element('page', { size, unit: 'KiB', nodeset }))
  return element(
    'memoryBacking',
    {},
    ...(huge.length === 0 ? [] : [element('hugepages', {}, ...pages)]),
    ...(realtime ? [element('nosharepages')] : []),
    ...(locked ? [element('locked')] : []),
  )
}
