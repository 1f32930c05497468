import type { WiredPort } from '@nimbo/contracts/network/agent-rpc'
import { type Context, internalContext } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import { contextOf } from './pending-changes.ts'
import { removeUnusedNetworks } from './remove-unused-networks.ts'
import { type SyncParts, shortId } from './sync-parts.ts'

/** Wires what is wanted and unwires what is not, for the ports that changed or for all; tells the server how it went. */
export const syncPorts = async (parts: SyncParts): Promise<void> => {
  const { host, plugin, pending, network } = parts
  const { all, ports: changed, gone } = pending.takePorts()
  for (const id of gone) await unwire(parts, id)
  if (!all && changed.size === 0) return
  let wanted: WiredPort[]
  try {
    wanted = (
      all
        ? await plugin.ports(internalContext(), { host })
        : await plugin.portsOf(internalContext(), { host, portIds: [...changed.keys()] })
    ).ports
  } catch (error) {
    for (const [id, ctx] of changed) pending.port(id, ctx)
    if (all) pending.everything()
    throw error
  }
  for (const port of wanted) await wire(parts, port, contextOf(changed, port.id))
  const keep = new Set(wanted.map(({ id }) => shortId(id)))
  const candidates = all ? await network.ports.ports() : [...changed.keys()].map(shortId)
  for (const unwanted of candidates.filter((id) => !keep.has(id))) await network.ports.unwirePort(unwanted)
  for (const id of changed.keys()) if (!keep.has(shortId(id))) pending.noLongerAwaited(id)
  if (all) await removeUnusedNetworks(parts)
}

const unwire = async ({ host, pending, network, log }: SyncParts, id: string) => {
  try {
    await network.ports.unwirePort(shortId(id))
  } catch (error) {
    log.warn({ host, port: id, reason: messageOf(error) }, 'a port could not be unwired; it is tried again')
    pending.gone(id)
  }
}

const wire = async ({ host, plugin, pending, network, log }: SyncParts, port: WiredPort, ctx: Context) => {
  const portIds = [port.id]
  try {
    await network.wires.ensureNetwork(port.network)
    const there = await network.ports.wirePort(port)
    if (there) pending.noLongerAwaited(port.id)
    else pending.awaitDevice(port.device, port.id, ctx)
    const up = there && port.adminStateUp
    // A look at everything finds most ports as the server knows them: of these it need not hear.
    if (port.active === up) return
    await (up ? plugin.devicesUp(ctx, { host, portIds }) : plugin.devicesDown(ctx, { host, portIds }))
  } catch (error) {
    log.warn(
      { host, port: port.id, reason: messageOf(error) },
      'a port could not be wired; it is tried again',
    )
    pending.port(port.id, ctx)
  }
}
