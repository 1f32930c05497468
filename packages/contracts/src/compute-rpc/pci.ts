import { type Static, Type } from 'typebox'
import { listOf, oneOf } from './schemas.ts'

const deviceType = oneOf('type-PCI', 'type-PF', 'type-VF')

/** The properties that a device must have; a device matches if it has all that are given. */
const deviceWish = Type.Object({
  vendorId: Type.Optional(Type.String()),
  productId: Type.Optional(Type.String()),
  type: Type.Optional(deviceType),
  physicalNetwork: Type.Optional(Type.String()),
  trusted: Type.Optional(Type.Boolean()),
  remoteManaged: Type.Optional(Type.Boolean()),
  liveMigratable: Type.Optional(Type.Boolean()),
  resourceClass: Type.Optional(Type.String()),
  traits: Type.Optional(listOf(Type.String())),
})

/** A server's request for `count` PCI devices of one kind. */
export const pciRequest = Type.Object({
  /** The id of the request; for a port it is the port's id. */
  id: Type.String(),
  count: Type.Integer(),
  /** The name in the flavor; absent for a port. */
  alias: Type.Optional(Type.String()),
  numaPolicy: Type.Optional(oneOf('required', 'preferred', 'legacy', 'socket')),
  /** Alternatives: a device that matches any of them is accepted. */
  wishes: listOf(deviceWish),
})

/** A device that is given to a server, or to a migration that may bring it back. */
export const heldDevice = Type.Object({
  node: Type.String(),
  address: Type.String(),
  /** The server's or the migration's id. */
  claimId: Type.String(),
  requestId: Type.String(),
})
export type HeldDevice = Static<typeof heldDevice>

const device = {
  address: Type.String(),
  vendorId: Type.String(),
  productId: Type.String(),
  type: deviceType,
  parentAddress: Type.Optional(Type.String()),
  numaNode: Type.Optional(Type.Integer()),
}

const tags = {
  physicalNetwork: Type.Optional(Type.String()),
  trusted: Type.Optional(Type.Boolean()),
  remoteManaged: Type.Optional(Type.Boolean()),
  resourceClass: Type.Optional(Type.String()),
  traits: Type.Optional(listOf(Type.String())),
  managed: Type.Optional(Type.Boolean()),
  liveMigratable: Type.Optional(Type.Boolean()),
  oneTimeUse: Type.Optional(Type.Boolean()),
}

/** A device that a host offers. */
export const reportedDevice = Type.Object({
  ...device,
  ...tags,
  status: oneOf('available', 'claimed', 'allocated', 'unavailable'),
  claimId: Type.Optional(Type.String()),
  requestId: Type.Optional(Type.String()),
})
export type ReportedDevice = Static<typeof reportedDevice>

const { address: _address, parentAddress: _parent, ...kind } = device

/** The number of free devices of a host that differ only in their addresses. */
export const pciPool = Type.Object({ ...kind, ...tags, count: Type.Integer() })
