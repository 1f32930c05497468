import type { WiredPort } from '@nimbo/contracts/network/agent-rpc'
import { internalContext } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import { applyMembers } from './apply-members.ts'
import { applyRules } from './apply-rules.ts'
import { wireFunctions } from './cards/wire-functions.ts'
import { removeUnusedNetworks } from './networks/remove-unused-networks.ts'
import { type SyncParts, shortId } from './sync-parts.ts'
import { wirePorts } from './wire-ports.ts'

/** Wires the ports that the server wants and unwires others, among the changed ports or among all; reports the result. */
export const syncPorts = async (parts: SyncParts): Promise<void> => {
  const { host, plugin, pending, network, members, wired, prepared } = parts
  await applyMembers(parts)
  await applyRules(parts)
  const { all, ports: changed, gone } = pending.takePorts()
  for (const id of gone) await unwire(parts, id)
  if (!all && changed.size === 0) return
  let wanted: WiredPort[]
  try {
    // Forgets the groups that no port here names, because the server does not send their changes.
    members.keepOnly(wired.values())
    const known = members.known()
    const told = all
      ? await plugin.ports(internalContext(), { host, known })
      : await plugin.portsOf(internalContext(), { host, known, portIds: [...changed.keys()] })
    wanted = told.ports
    members.learn(told.members ?? [])
  } catch (error) {
    for (const [id, ctx] of changed) pending.port(id, ctx)
    if (all) pending.everything()
    throw error
  }
  // A full resync also unwires ports that the driver finds on the host and the server does not want.
  const found = all ? await network.ports.ports() : []
  const isFunction = ({ cardFunction }: WiredPort): boolean => cardFunction !== undefined
  const bridged = wanted.filter((port) => !isFunction(port))
  await wirePorts(parts, bridged, changed)
  await wireFunctions(parts, wanted.filter(isFunction), changed)
  if (all) wired.clear()
  for (const id of changed.keys()) wired.delete(id)
  for (const port of wanted) {
    wired.set(port.id, port)
    prepared.wired(shortId(port.network.id))
  }
  const keep = new Set(bridged.map(({ id }) => shortId(id)))
  const candidates = all ? found : [...changed.keys()].map(shortId)
  for (const unwanted of candidates.filter((id) => !keep.has(id))) await unwire(parts, unwanted)
  const there = new Set(wanted.map(({ id }) => id))
  for (const id of changed.keys()) if (!there.has(id)) pending.noLongerAwaited(id)
  if (all) await removeUnusedNetworks(parts)
}

/** Unwires a port, given by its id or the beginning of it; if that fails, later. */
const unwire = async ({ host, pending, network, wired, log }: SyncParts, id: string) => {
  wired.delete(id)
  try {
    await network.ports.unwirePort(shortId(id))
  } catch (error) {
    log.warn({ host, port: id, reason: messageOf(error) }, 'could not unwire a port; will be retried')
    pending.gone(id)
  }
}
