import { type Static, Type } from 'typebox'

/**
 * `subnets` in `binding:vif_details` of a port with user-mode networking, where the hypervisor itself is DHCP server and gateway.
 */
export const BoundSubnets = Type.Array(
  Type.Object({
    id: Type.String(),
    cidr: Type.String(),
    gateway_ip: Type.Union([Type.String(), Type.Null()]),
  }),
)
export type BoundSubnets = Static<typeof BoundSubnets>
