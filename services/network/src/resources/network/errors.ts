import { defineErrors, fault } from '@nimbo/kernel/errors'

export const errors = defineErrors({
  NetworkNotFound: fault<{ id: string }>('notFound', ({ id }) => `Network ${id} could not be found.`),
  NetworkInUse: fault<{ id: string; portIds: readonly string[] }>(
    'conflict',
    ({ id, portIds }) =>
      `Unable to complete operation on network ${id}. There are one or more ports still in use on the network, ` +
      `id for these ports is: ${portIds.join(',')}.`,
  ),
  InvalidSharedSetting: fault<{ network: string }>(
    'conflict',
    ({ network }) =>
      `Unable to reconfigure sharing settings for network ${network}. Multiple tenants are using it.`,
  ),
  NoNetworkAvailable: fault<Record<never, never>>(
    'unavailable',
    'Unable to create the network. No tenant network is available for allocation.',
  ),
  VlanIdInUse: fault<{ vlanId: number; network: string }>(
    'conflict',
    ({ vlanId, network }) =>
      `Unable to create the network. The VLAN ${vlanId} on physical network ${network} is in use.`,
  ),
  FlatNetworkInUse: fault<{ network: string }>(
    'conflict',
    ({ network }) => `Unable to create the flat network. Physical network ${network} is in use.`,
  ),
  TunnelIdInUse: fault<{ tunnelId: number }>(
    'conflict',
    ({ tunnelId }) => `Unable to create the network. The tunnel ID ${tunnelId} is in use.`,
  ),
})
