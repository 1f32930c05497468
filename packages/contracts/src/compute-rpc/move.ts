import type { JsonObject } from '@nimbo/kernel/json'
import { type Static, Type } from 'typebox'
import type { ImageOfServer } from '../compute/actions/image-of-server.ts'
import { listOf } from './schemas.ts'
import { serverInterface } from './server-interface.ts'

const part = <const Name extends string>(name: Name) => Type.Literal(name)

/** What a claim on a host's own books is for: the server, or its migration, which holds what it may come back to. */
export const moveClaim = Type.Object({
  id: Type.String(),
  node: Type.String(),
  vcpus: Type.Integer(),
  memoryMb: Type.Integer(),
  diskGb: Type.Integer(),
})
export type MoveClaim = Static<typeof moveClaim>

/** What a hypervisor must know to send a guest to another; only hypervisors read it. */
const landing = Type.Unsafe<JsonObject>(Type.Object({}))

/**
 * What a host does for a server that moves. Each bears repeating, and finds what an earlier try has done.
 * `claim-room`: notes in its books what the server is to take, if there is room; `release-room` strikes it out. `set-aside`: ends the guest, and keeps its
 * disks where another host (or this one, for another flavor) can read them. `take-over`: makes the server of the disks that
 * `from` set aside; of its image, where nobody did. `bring-back`: the server is again what it was when it was set aside.
 * `forget`: removes what was set aside. `abandon`: removes the server, but not what was set aside.
 * Of a server whose guest runs on meanwhile: `check-landing` notes it in the books of the host that it is to go to, and `check-departure` asks its own;
 * both say whether they can have part in it. `receive` makes ready what it needs there, and gives what the other host must know. `depart` resolves when the
 * guest has left; `land` when the server is whole where it is now. `vacate` removes what the host that it left has of it. `stay` takes back a guest that
 * had left, and breaks off what was to take it away.
 */
export const movePart = Type.Union([
  Type.Object({ part: part('claim-room'), claim: moveClaim }),
  Type.Object({ part: part('release-room'), claimId: Type.String() }),
  Type.Object({ part: part('set-aside'), claim: moveClaim }),
  Type.Object({
    part: part('take-over'),
    claim: moveClaim,
    /** The host that set the disks aside. */
    from: Type.Optional(Type.String()),
    /** What the disk is made of instead of the server's own image, where nobody did. */
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
    /** Whether the other host has the server's files too; absent where nobody can tell. */
    shared: Type.Optional(Type.Boolean()),
    /** What whoever asked wants of disks: that they are copied, or that they are not; absent leaves it to the hosts. */
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

/** What has become of the server; a part that does not start or end a guest says nothing of it. */
export const moved = Type.Object({
  powerState: Type.Optional(Type.Integer()),
  interfaces: Type.Optional(listOf(serverInterface)),
  landing: Type.Optional(landing),
  /** Whether the server's files are here too, though another host has it. */
  shared: Type.Optional(Type.Boolean()),
  /** Its volumes, as this host has them. */
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
