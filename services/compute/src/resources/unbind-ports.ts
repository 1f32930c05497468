import type { NetworkClient } from '@nimbo/clients/network'
import type { Context } from '@nimbo/kernel/context'
import { withoutAllocation } from '../domain/networks/port-requests.ts'

/** Unbinds the ports of a server; they stay the server's. */
export const unbindPorts = async (
  network: Pick<NetworkClient, 'ports' | 'updatePort'>,
  ctx: Context,
  serverId: string,
): Promise<void> => {
  const fields = ['id', 'binding:host_id', 'binding:profile'] as const
  for (const port of await network.ports(ctx, { device_id: serverId }, fields))
    if (port['binding:host_id'])
      await network.updatePort(ctx, port.id, { 'binding:host_id': '', ...withoutAllocation(port) })
}
