import { type Static, Type } from 'typebox'
import { listOf } from './schemas.ts'

/** An interface of a server as configured on its host; the server's `addresses` are made from these. */
export const serverInterface = Type.Object({
  portId: Type.String(),
  networkId: Type.String(),
  networkName: Type.String(),
  macAddress: Type.String(),
  addresses: listOf(
    Type.Object({
      address: Type.String(),
      version: Type.Union([Type.Literal(4), Type.Literal(6)]),
      floatingIps: listOf(Type.String()),
    }),
  ),
  securityGroupIds: listOf(Type.String()),
  /** Whether the user created the port, so that it outlives the server. */
  preexisting: Type.Boolean(),
  tag: Type.Optional(Type.String()),
})

export type HostedInterface = Static<typeof serverInterface>
