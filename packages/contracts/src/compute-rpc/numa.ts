import { type Static, Type } from 'typebox'
import { listOf, oneOf } from './schemas.ts'

const cpus = listOf(Type.Integer())
const pageSize = Type.Union([Type.Integer(), oneOf('small', 'large', 'any')])

const guestCell = Type.Object({
  /** Guest CPUs that share the host's CPUs. */
  cpuset: cpus,
  /** Guest CPUs that have a host CPU each. */
  pcpuset: cpus,
  memoryMb: Type.Integer(),
  /** In KiB; the words are replaced when the cell is fitted into a host. */
  pageSize: Type.Optional(pageSize),
  /** The host's cell, once fitted. */
  hostCell: Type.Optional(Type.Integer()),
  /** Pairs of a dedicated guest CPU and its host CPU, once fitted. */
  cpuPinning: Type.Optional(listOf(cpus)),
  /** Host CPUs for isolated emulator threads, once fitted. */
  cpusetReserved: Type.Optional(cpus),
})

/** The NUMA topology of a guest: as requested, or fitted into the cells of a host. The position of a cell is its number in the guest. */
export const guestTopology = Type.Object({
  cells: listOf(guestCell),
  cpuPolicy: Type.Optional(oneOf('shared', 'dedicated', 'mixed')),
  cpuThreadPolicy: Type.Optional(oneOf('prefer', 'isolate', 'require')),
  emulatorThreadsPolicy: Type.Optional(oneOf('share', 'isolate')),
  /** Guest CPUs with a realtime scheduler. */
  realtimeCpus: Type.Optional(cpus),
})
export type GuestTopology = Static<typeof guestTopology>
export type GuestCell = Static<typeof guestCell>

const hostCell = Type.Object({
  id: Type.Integer(),
  socket: Type.Optional(Type.Integer()),
  /** Host CPUs for shared guest CPUs. */
  cpuset: cpus,
  /** Host CPUs that may be given to a single guest CPU. */
  pcpuset: cpus,
  /** Host CPUs of one core each. */
  siblings: listOf(cpus),
  memoryMb: Type.Integer(),
  mempages: listOf(
    Type.Object({
      sizeKb: Type.Integer(),
      total: Type.Integer(),
      used: Type.Integer(),
      /** Pages that no guest may have. */
      reserved: Type.Integer(),
    }),
  ),
  cpuUsage: Type.Integer(),
  memoryUsageMb: Type.Integer(),
  pinnedCpus: cpus,
})

const cellsByPhysnet = Type.Unsafe<Readonly<Record<string, readonly number[]>>>(
  Type.Record(Type.String(), Type.Array(Type.Integer())),
)

/** The cells that the network cards of a host are at, as its operator configures them. */
const networkCells = Type.Object({
  /** By physical network; one that is not named is as near to every cell. */
  physnets: cellsByPhysnet,
  /** Of all networks in tunnels; empty if these are as near to every cell. */
  tunneled: cpus,
})
export type NetworkCells = Static<typeof networkCells>

/** The NUMA cells of a host, with what its servers use of them. */
export const hostTopology = Type.Object({
  cells: listOf(hostCell),
  /** The allocation ratios: how many times each shared CPU, and all memory, may be allocated. */
  limits: Type.Object({ cpuAllocationRatio: Type.Number(), ramAllocationRatio: Type.Number() }),
  networkCells: Type.Optional(networkCells),
})
export type HostTopology = Static<typeof hostTopology>
export type HostCell = Static<typeof hostCell>
