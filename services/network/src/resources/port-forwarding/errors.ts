import { defineErrors, fault } from '@nimbo/kernel/errors'
import { errors as general } from '../../errors.ts'

type Bound = {
  readonly id: string
  readonly address: string
  readonly portId: string
  readonly fixedAddress: string
}

export const errors = defineErrors({
  PortForwardingNotFound: fault<{ id: string }>(
    'notFound',
    ({ id }) => `Port Forwarding ${id} could not be found.`,
  ),
  FipInUseByPortForwarding: fault<{ id: string }>(
    'conflict',
    ({ id }) => `Floating IP ${id} in use by Port Forwarding resources.`,
  ),
  PortHasPortForwarding: fault<Bound>(
    'conflict',
    ({ id, address, portId, fixedAddress }) =>
      `Cannot associate floating IP ${address} (${id}) with port ${portId} using fixed IP ${fixedAddress}, ` +
      'as that port already has a Port Forwarding resource attached',
  ),
  /** Tells the floating IP that the port has. */
  PortHasBindingFloatingIP: fault<Bound>(
    'conflict',
    ({ id, address, portId, fixedAddress }) =>
      `Cannot create port forwarding to floating IP ${address} (${id}) with port ${portId} using fixed IP ` +
      `${fixedAddress}, as that port already has a binding floating IP.`,
  ),
})

/** The error for an invalid request about a port forwarding. */
export const badForwarding = (reason: string) => general.BadRequest({ resource: 'port_forwarding', reason })
