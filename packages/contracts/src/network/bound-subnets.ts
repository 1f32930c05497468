import { type Static, Type } from 'typebox'

/**
 * What `binding:vif_details` tells under `subnets` of a port whose guest has user networking: the hypervisor itself gives the
 * guest its address there, and the way out.
 */
export const BoundSubnets = Type.Array(
  Type.Object({
    id: Type.String(),
    cidr: Type.String(),
    gateway_ip: Type.Union([Type.String(), Type.Null()]),
  }),
)
export type BoundSubnets = Static<typeof BoundSubnets>
