import { defineErrors, fault } from '@nimbo/kernel/errors'

export const errors = defineErrors({
  NDPProxyNotFound: fault<{ id: string }>('notFound', ({ id }) => `Ndp proxy ${id} could not be found.`),
  RouterNDPProxyNotEnable: fault<{ id: string }>(
    'conflict',
    ({ id }) =>
      `The enable_ndp_proxy parameter of router ${id} must be set as True while create ndp proxy entry on it.`,
  ),
  PortUnreachableRouter: fault<{ portId: string; routerId: string }>(
    'conflict',
    ({ portId, routerId }) => `The port ${portId} cannot reach the router ${routerId} by IPv6 subnet.`,
  ),
  InvalidAddress: fault<{ address: string; reason: string }>(
    'badRequest',
    ({ address, reason }) => `The address ${address} is invalid, reason: ${reason}.`,
  ),
  AddressScopeConflict: fault<{ outside: string | null; inside: string | null }>(
    'conflict',
    ({ outside, inside }) =>
      `The IPv6 address scope ${outside} of external network conflict with internal network's IPv6 ` +
      `address scope ${inside}.`,
  ),
  RouterGatewayNotValid: fault<{ id: string; reason: string }>(
    'conflict',
    ({ id, reason }) => `Can not enable ndp proxy on router ${id}, ${reason}.`,
  ),
  RouterGatewayInUseByNDPProxy: fault<{ id: string }>(
    'conflict',
    ({ id }) =>
      `Unable to unset external gateway of router ${id}, ` +
      'There are one or more ndp proxies still in use on the router.',
  ),
  RouterInterfaceInUseByNDPProxy: fault<{ id: string; subnetId: string }>(
    'conflict',
    ({ id, subnetId }) =>
      `Unable to remove subnet ${subnetId} from router ${id}, ` +
      'There are one or more ndp proxies still in use on the subnet.',
  ),
})
