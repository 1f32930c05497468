import type { NetworkClient } from '@nimbo/clients/network'
import type { Context } from '@nimbo/kernel/context'

/** Unbinds the ports of a server, which keeps them. */
export const unbindPorts = async (
  network: Pick<NetworkClient, 'ports' | 'updatePort'>,
  ctx: Context,
  serverId: string,
): Promise<void> => {
  for (const port of await network.ports(ctx, { device_id: serverId }, ['id', 'binding:host_id']))
    if (port['binding:host_id']) await network.updatePort(ctx, port.id, { 'binding:host_id': '' })
}
