import type { Network, NetworkClient } from '@nimbo/clients/network'
import type { Context } from '@nimbo/kernel/context'

/** The networks that a server gets a port on without being asked: the project's own and shared ones, without external ones. */
export const availableNetworks = async (
  network: Pick<NetworkClient, 'networks'>,
  ctx: Context,
): Promise<readonly Network[]> => {
  const own = await network.networks(ctx, { project_id: ctx.projectId, shared: false })
  const shared = await network.networks(ctx, { shared: true })
  return [...own, ...shared].filter((one) => !one['router:external'])
}
