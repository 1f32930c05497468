import { defineErrors, fault } from '@nimbo/kernel/errors'
import { errors as general } from '../../errors.ts'

export const errors = defineErrors({
  FloatingIPNotFound: fault<{ id: string }>('notFound', ({ id }) => `Floating IP ${id} could not be found`),
  ExternalGatewayForFloatingIPNotFound: fault<{ networkId: string; subnetId: string; portId: string }>(
    'notFound',
    ({ networkId, subnetId, portId }) =>
      `External network ${networkId} is not reachable from subnet ${subnetId}.  ` +
      `Therefore, cannot associate Port ${portId} with a Floating IP.`,
  ),
  FloatingIPPortAlreadyAssociated: fault<{
    id: string
    address: string
    portId: string
    fixedAddress: string
    networkId: string
  }>(
    'conflict',
    ({ id, address, portId, fixedAddress, networkId }) =>
      `Cannot associate floating IP ${address} (${id}) with port ${portId} using fixed IP ${fixedAddress}, ` +
      `as that fixed IP already has a floating IP on external network ${networkId}.`,
  ),
})

/** The error for an invalid request about a floating IP. */
export const badFloatingIp = (reason: string) => general.BadRequest({ resource: 'floatingip', reason })
