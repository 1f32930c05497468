import { type SyncParts, shortId } from './sync-parts.ts'

/**
 * Removes networks from the host that have neither a port nor DHCP here. Called in a full resync, when all ports of the
 * host are known.
 */
export const removeUnusedNetworks = async ({ network, wired, lately }: SyncParts): Promise<void> => {
  const used = new Set([
    ...[...wired.values()].map((port) => shortId(port.network.id)),
    ...(await network.dhcp.served()).map(shortId),
  ])
  lately.clear()
  for (const id of used) lately.add(id)
  for (const id of await network.wires.networks()) if (!used.has(id)) await network.wires.removeNetwork(id)
}
