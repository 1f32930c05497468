import type { JsonObject } from '@nimbo/kernel/json'
import { type Static, Type } from 'typebox'
import type { ImageOfServer } from '../compute/actions/image-of-server.ts'
import { guestTopology } from './numa.ts'
import { pciRequest } from './pci.ts'
import { deviceAddress } from './device-address.ts'
import { listOf } from './schemas.ts'
import { serverInterface } from './server-interface.ts'

const part = <const Name extends string>(name: Name) => Type.Literal(name)

/** A claim in a host's resource tracker: of the server, or of its migration, which holds the server's previous place. */
export const moveClaim = Type.Object({
  id: Type.String(),
  node: Type.String(),
  vcpus: Type.Integer(),
  memoryMb: Type.Integer(),
  diskGb: Type.Integer(),
  /** The requested NUMA topology. */
  numaTopology: Type.Optional(guestTopology),
  /** The requested PCI devices. */
  pci: Type.Optional(listOf(pciRequest)),
})
export type MoveClaim = Static<typeof moveClaim>

/** What a hypervisor needs to send a guest to another; opaque to everything else. */
const landing = Type.Unsafe<JsonObject>(Type.Object({}))

/**
 * A host's part of a server's move. Each is idempotent. `claim-room` claims resources in the host's tracker; `release-room`
 * releases them. `set-aside` stops the guest and keeps its disks where another host (or this one, for another flavor) can read
 * them. `take-over` creates the server from the disks kept by `from`, or from its image. `bring-back` restores the server from
 * its kept disks. `forget` deletes the kept disks. `abandon` removes the server except for kept disks. For live migrations:
 * `check-landing` claims resources on the destination, and `check-departure` asks the source; both say whether the migration is
 * possible. `receive` prepares the destination and returns what the source needs to know. `depart` resolves when the guest has
 * left; `land` when the server is complete on the destination. `vacate` removes what is left on the source. `stay` takes a guest
 * back that had left, and cancels its migration.
 */
export const movePart = Type.Union([
  Type.Object({ part: part('claim-room'), claim: moveClaim }),
  Type.Object({ part: part('release-room'), claimId: Type.String() }),
  Type.Object({ part: part('set-aside'), claim: moveClaim }),
  Type.Object({
    part: part('take-over'),
    claim: moveClaim,
    /** The host that kept the disks. */
    from: Type.Optional(Type.String()),
    /** The image to use when no host kept the disks, instead of the server's own. */
    image: Type.Optional(Type.Unsafe<ImageOfServer>(Type.Object({}))),
    running: Type.Boolean(),
  }),
  Type.Object({
    part: part('bring-back'),
    claim: moveClaim,
    migrationId: Type.String(),
    running: Type.Boolean(),
  }),
  Type.Object({ part: part('forget'), migrationId: Type.String() }),
  Type.Object({ part: part('abandon'), claimId: Type.String() }),
  Type.Object({ part: part('check-landing'), claim: moveClaim }),
  Type.Object({
    part: part('check-departure'),
    /** Whether the other host has the server's files too; absent when unknown. */
    shared: Type.Optional(Type.Boolean()),
    /** `block_migration`: copy disks or not; absent lets the hosts decide. */
    copiesDisks: Type.Optional(Type.Boolean()),
  }),
  Type.Object({ part: part('receive') }),
  Type.Object({ part: part('depart'), migrationId: Type.String(), landing }),
  Type.Object({ part: part('land'), from: Type.String() }),
  Type.Object({ part: part('vacate') }),
  Type.Object({ part: part('stay') }),
])
export type MovePart = Static<typeof movePart>
export type MovePartOf<Name extends MovePart['part']> = Extract<MovePart, { readonly part: Name }>

/** The server after a part of a move; parts that neither start nor stop a guest report nothing. */
export const moved = Type.Object({
  powerState: Type.Optional(Type.Integer()),
  interfaces: Type.Optional(listOf(serverInterface)),
  /** Where the guest finds its devices, if metadata show that. */
  deviceAddresses: Type.Optional(listOf(deviceAddress)),
  landing: Type.Optional(landing),
  /** Whether another host's files of the server are visible here. */
  shared: Type.Optional(Type.Boolean()),
  /** Its volumes as connected to this host. */
  disks: Type.Optional(
    listOf(
      Type.Object({
        id: Type.String(),
        device: Type.String(),
        attachmentId: Type.Optional(Type.String()),
        connectionInfo: Type.Optional(Type.Unsafe<Readonly<Record<string, unknown>>>(Type.Object({}))),
      }),
    ),
  ),
})
export type Moved = Static<typeof moved>
