import { type SyncParts, shortId } from './sync-parts.ts'

/** A network goes from a host with its last port and its DHCP; asked at a look at everything, when all its ports are known. */
export const removeUnusedNetworks = async ({ network, wired }: SyncParts): Promise<void> => {
  const used = new Set([
    ...[...wired.values()].map((port) => shortId(port.network.id)),
    ...(await network.dhcp.served()).map(shortId),
  ])
  for (const id of await network.wires.networks()) if (!used.has(id)) await network.wires.removeNetwork(id)
}
