import { internalContext } from '@nimbo/kernel/context'
import { type SyncParts, shortId } from './sync-parts.ts'

/** A network goes from a host with its last port and its DHCP. */
export const removeUnusedNetworks = async ({ host, plugin, network }: SyncParts): Promise<void> => {
  const { ports } = await plugin.ports(internalContext(), { host })
  const used = new Set([
    ...ports.map((port) => shortId(port.network.id)),
    ...(await network.dhcp.served()).map(shortId),
  ])
  for (const id of await network.wires.networks()) if (!used.has(id)) await network.wires.removeNetwork(id)
}
