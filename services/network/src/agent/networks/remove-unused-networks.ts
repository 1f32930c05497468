import { type SyncParts, shortId } from '../sync-parts.ts'

/**
 * Removes networks from the host that have neither a port nor DHCP here, and for which no port is being bound. Called when all
 * ports of the host are known.
 */
export const removeUnusedNetworks = async (parts: SyncParts): Promise<void> => {
  const { network, wired, prepared, lately } = parts
  const used = new Set([
    ...[...wired.values()].map((port) => shortId(port.network.id)),
    ...(await network.dhcp.served()).map(shortId),
  ])
  lately.clear()
  for (const id of [...used, ...prepared.waiting()]) lately.add(id)
  // A network may be prepared at any moment, so this is checked right before the removal.
  for (const id of await network.wires.networks())
    if (!used.has(id) && !prepared.waiting().includes(id)) await network.wires.removeNetwork(id)
}
