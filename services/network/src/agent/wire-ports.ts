import type { WiredPort } from '@nimbo/contracts/network/agent-rpc'
import { type Context, internalContext } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import type { SyncParts } from './sync-parts.ts'

/** Ports wired per batch: with smaller batches, the server hears of the first ones sooner. */
const atOnce = 100

type ContextOf = (portId: string) => Context

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
  await tell(parts, ports, there, contextOf)
}

const tryAgain = ({ host, pending, log }: SyncParts, port: WiredPort, ctx: Context, error: unknown): void => {
  log.warn({ host, port: port.id, reason: messageOf(error) }, 'a port could not be wired; it is tried again')
  pending.port(port.id, ctx)
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

/** In a full resync most ports have the state that the server knows; those are not reported. */
const tell = async (
  parts: SyncParts,
  ports: readonly WiredPort[],
  there: ReadonlySet<string>,
  contextOf: ContextOf,
): Promise<void> => {
  const { host, plugin } = parts
  const isUp = ({ id, adminStateUp }: WiredPort): boolean => there.has(id) && adminStateUp
  const untold = ports.filter((port) => port.active !== isUp(port))
  const byContext = Map.groupBy(untold, ({ id }) => contextOf(id))
  for (const [ctx, together] of byContext)
    try {
      const [up, down] = [together.filter(isUp), together.filter((port) => !isUp(port))]
      if (up.length > 0) await plugin.devicesUp(ctx, { host, portIds: up.map(({ id }) => id) })
      if (down.length > 0) await plugin.devicesDown(ctx, { host, portIds: down.map(({ id }) => id) })
    } catch (error) {
      for (const port of together) tryAgain(parts, port, ctx, error)
    }
}
