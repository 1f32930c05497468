import type { DhcpNetwork } from '@nimbo/contracts/network/agent-rpc'
import { type Context, internalContext } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import { removeUnusedNetworks } from './networks/remove-unused-networks.ts'
import { contextOf } from './pending-changes.ts'
import type { SyncParts } from './sync-parts.ts'

/**
 * Serves DHCP on exactly the networks that the server wants, among the changed ones or among all; false if nothing has changed.
 */
export const syncDhcp = async (parts: SyncParts): Promise<boolean> => {
  const { host, plugin, pending, network } = parts
  const { all, networks: changed } = pending.takeDhcp()
  if (!all && changed.size === 0) return false
  try {
    const wanted = all
      ? (await plugin.dhcp(internalContext(), { host })).networks
      : await wantedOf(parts, changed)
    for (const each of wanted) await serve(parts, each, contextOf(changed, each.network.id))
    const keep = new Set(wanted.map((each) => each.network.id))
    const candidates = all ? await network.dhcp.served() : [...changed.keys()]
    const gone = candidates.filter((id) => !keep.has(id))
    for (const id of gone) {
      await parts.metadata?.close({ networkId: id })
      await network.dhcp.removeDhcp(id)
    }
    if (gone.length > 0) await removeUnusedNetworks(parts)
    return true
  } catch (error) {
    for (const [id, ctx] of changed) pending.dhcp(id, ctx)
    if (all) pending.everything()
    throw error
  }
}

const wantedOf = async ({ host, plugin }: SyncParts, changed: ReadonlyMap<string, Context>) => {
  const wanted: DhcpNetwork[] = []
  for (const [networkId, ctx] of changed) {
    const { network } = await plugin.dhcpOf(ctx, { host, networkId })
    if (network) wanted.push(network)
  }
  return wanted
}

/** The network without a route for metadata requests, for hosts without a metadata proxy. */
const withoutMetadata = ({ isolated: _, ...rest }: DhcpNetwork): DhcpNetwork => rest

const serve = async (parts: SyncParts, told: DhcpNetwork, ctx: Context) => {
  const { host, network, pending, metadata, log } = parts
  const wanted = metadata?.atIsolated ? told : withoutMetadata(told)
  try {
    if (!wanted.isolated) await metadata?.close({ networkId: wanted.network.id })
    await network.wires.ensureNetwork(wanted.network)
    await network.dhcp.ensureDhcp(wanted)
    await answerIsolated(parts, wanted)
  } catch (error) {
    log.warn(
      { host, network: wanted.network.id, reason: messageOf(error) },
      'could not serve DHCP; will be retried',
    )
    pending.dhcp(wanted.network.id, ctx)
  }
}

const answerIsolated = async ({ network, metadata }: SyncParts, wanted: DhcpNetwork): Promise<void> => {
  const {
    isolated,
    network: { id },
    port,
  } = wanted
  if (!isolated) return
  const wish = `${port.id} ${isolated.linkLocal}`
  await metadata?.ensure({ networkId: id }, wish, () => network.dhcp.openMetadata(wanted))
}
