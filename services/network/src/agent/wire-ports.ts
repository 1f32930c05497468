import type { WiredPort } from '@nimbo/contracts/network/agent-rpc'
import { type Context, internalContext } from '@nimbo/kernel/context'
import type { SyncParts } from './sync-parts.ts'
import { type ContextOf, tellServer, tryAgain } from './tell-server.ts'

/** Ports wired per batch: with smaller batches, the server hears of the first ones sooner. */
const atOnce = 100

/** Wires ports in batches, and reports to the server which are up and which failed. */
export const wirePorts = async (
  parts: SyncParts,
  ports: readonly WiredPort[],
  contexts: ReadonlyMap<string, Context>,
): Promise<void> => {
  const own = internalContext()
  const contextOf: ContextOf = (portId) => contexts.get(portId) ?? own
  const wirable = await withNetworks(parts, ports, contextOf)
  for (let first = 0; first < wirable.length; first += atOnce)
    await wireTogether(parts, wirable.slice(first, first + atOnce), contextOf)
}

const wireTogether = async (
  parts: SyncParts,
  ports: readonly WiredPort[],
  contextOf: ContextOf,
): Promise<void> => {
  const { network, members, pending } = parts
  let there: ReadonlySet<string>
  try {
    there = await network.ports.wirePorts(ports.map(members.spelled))
  } catch (error) {
    const [only, ...others] = ports
    // If a batch fails, its ports are wired one by one, so that one bad port does not block the others.
    if (others.length > 0) for (const port of ports) await wireTogether(parts, [port], contextOf)
    else if (only) tryAgain(parts, only, contextOf(only.id), error)
    return
  }
  for (const port of ports) {
    if (there.has(port.id)) pending.noLongerAwaited(port.id)
    else pending.awaitDevice(port.device, port.id, contextOf(port.id))
  }
  await tellServer(parts, ports, there, contextOf)
}

/** The ports whose networks exist; each network is made once, not once per port. */
const withNetworks = async (
  parts: SyncParts,
  ports: readonly WiredPort[],
  contextOf: ContextOf,
): Promise<WiredPort[]> => {
  const failed = new Map<string, unknown>()
  const networks = new Map(ports.map(({ network }) => [network.bridge, network]))
  for (const [bridge, network] of networks)
    await parts.network.wires.ensureNetwork(network).catch((error) => failed.set(bridge, error))
  return ports.filter((port) => {
    const { bridge } = port.network
    if (failed.has(bridge)) tryAgain(parts, port, contextOf(port.id), failed.get(bridge))
    return !failed.has(bridge)
  })
}
