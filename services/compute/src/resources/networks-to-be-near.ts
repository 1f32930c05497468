import type { NetworkClient } from '@nimbo/clients/network'
import type { RequestedInterface } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { Context } from '@nimbo/kernel/context'
import { type NearNetworks, nearNetworks } from '../domain/networks/near-networks.ts'

type Networks = Pick<NetworkClient, 'networks' | 'ports'>

/** What matters of networks for the NUMA cells of a server. */
export const networksToBeNear = async (
  network: Pick<Networks, 'networks'>,
  ctx: Context,
  ids: readonly string[],
): Promise<NearNetworks> => {
  if (ids.length === 0) return nearNetworks([])
  const fields = ['id', 'provider:physical_network', 'provider:network_type'] as const
  return nearNetworks(await network.networks(ctx, { id: [...new Set(ids)] }, fields))
}

/** The same for the ports of a server, and the interfaces that it still has to get. */
export const networksOfServerToBeNear = async (
  network: Networks,
  ctx: Context,
  serverId: string,
  requested: readonly RequestedInterface[],
): Promise<NearNetworks> => {
  const id = requested.flatMap(({ portId }) => portId ?? [])
  const ports = [
    ...(await network.ports(ctx, { device_id: serverId }, ['network_id'])),
    ...(id.length === 0 ? [] : await network.ports(ctx, { id }, ['network_id'])),
  ]
  const networks = requested.flatMap(({ networkId }) => networkId ?? [])
  return networksToBeNear(network, ctx, [...ports.map(({ network_id }) => network_id), ...networks])
}
