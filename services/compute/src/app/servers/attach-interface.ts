import type { Network, Port } from '@nimbo/clients/network'
import { attachInterface as attaching } from '@nimbo/contracts/compute/actions/attach-interface'
import { detachInterface as detaching } from '@nimbo/contracts/compute/actions/detach-interface'
import type { Context } from '@nimbo/kernel/context'
import type { Fault } from '@nimbo/kernel/errors'
import type { ServerInterface } from '../../domain/networks/network-info.ts'
import { requireAllowed } from '../../domain/server-actions/action-guards.ts'
import { errors } from '../../errors.ts'
import type { ActionDeps } from '../actions/action-deps.ts'
import { beginAction } from '../actions/begin-action.ts'
import { checkPortRequest } from '../actions/check-port-request.ts'
import { type Unrecorded, untilRecorded } from '../actions/until-recorded.ts'
import type { ComputeApiDeps } from '../app.ts'
import { afterOthers } from './after-others.ts'
import { findServer, type LocatedServer } from './find-server.ts'
import { availableNetworks } from '../boot/available-networks.ts'
import { requireAllowedNetwork } from '../boot/require-usable-network.ts'

type Deps = ActionDeps & Pick<ComputeApiDeps, 'clients'>

export interface InterfaceToAttach {
  readonly portId?: string
  readonly networkId?: string
  readonly fixedIp?: string
  readonly tag?: string
  /** Whether policy allows the caller a rule. */
  readonly allows: (rule: string) => boolean
}

/** A port of a server, with the tag its user gave the interface. */
export interface TaggedPort {
  readonly port: Port
  readonly tag: string | null
}

/** The ports of a server in Neutron, which Nova lists, too. A port that the host has yet to bind is not among them. */
export const portsOf = (deps: Deps) => {
  const find = findServer(deps)
  return async (ctx: Context, id: string): Promise<readonly TaggedPort[]> => {
    const { server } = await find(ctx, id)
    const tags = new Map(server.networkInfo.map(({ portId, tag }) => [portId, tag]))
    const ports = await deps.clients.network.ports(ctx, { device_id: id })
    return ports.map((port) => ({ port, tag: tags.get(port.id) ?? null }))
  }
}

/**
 * One interface of a server. Nova answers a request to attach once the host has bound the port. Here the host binds it
 * after the answer, so a client that reads the interface at once may see a port that is not bound yet.
 */
export const portOf = (deps: Deps) => {
  const find = findServer(deps)
  return async (ctx: Context, id: string, portId: string): Promise<TaggedPort | undefined> => {
    const { server } = await find(ctx, id)
    const recorded = server.networkInfo.find((one) => one.portId === portId)
    const port = await deps.clients.network.port(ctx, portId)
    const isOwn = port?.device_id === id || (port?.device_id === '' && recorded !== undefined)
    return port !== undefined && isOwn ? { port, tag: recorded?.tag ?? null } : undefined
  }
}

/** The error for a missing network, which differs from that of a new server. */
const noNetwork = ({ projectId }: Context, id: string | undefined): Fault =>
  id === undefined
    ? errors.BadRequest({
        reason: `No specific network was requested and none are available for project '${projectId}'.`,
      })
    : errors.NotFound({ reason: errors.NetworkNotFound({ id }).message })

/** The port that the user brings. */
const givenPort = async ({ clients: { network } }: Deps, ctx: Context, id: string): Promise<Port> => {
  const port = await network.port(ctx, id)
  if (!port) throw errors.NotFound({ reason: `Port id ${id} could not be found.` })
  if (port.device_id !== '') throw errors.PortInUse({ id })
  return port
}

/** The network for a new port of the server. */
const networkFor = async (
  { clients: { network } }: Deps,
  ctx: Context,
  asked: InterfaceToAttach,
): Promise<Network> => {
  const available =
    asked.networkId === undefined
      ? await availableNetworks(network, ctx)
      : await network.networks(ctx, { id: asked.networkId })
  const [first, another] = available
  if (!first) throw noNetwork(ctx, asked.networkId)
  if (another) throw errors.BadRequest({ reason: errors.NetworkAmbiguous().message })
  requireAllowedNetwork(first, asked)
  return first
}

/** A port for the server, with the name of its network if that was read. */
interface ObtainedPort {
  readonly port: Port
  readonly networkName?: string
  readonly unrecorded?: Unrecorded
}

/** Creates a port for the server; it is removed again unless its purpose is recorded. */
const portToMake = (deps: Deps) => {
  const announce = untilRecorded(deps)
  const { network, service } = deps.clients
  return async (
    ctx: Context,
    { server, cellId }: LocatedServer,
    asked: InterfaceToAttach,
  ): Promise<ObtainedPort> => {
    if (cellId === null) throw errors.ServerNotReady({ id: server.id })
    const { id: network_id, name: networkName } = await networkFor(deps, ctx, asked)
    const about = { serverId: server.id, cellId, action: attaching.name }
    await using stack = new AsyncDisposableStack()
    const unrecorded = stack.use(
      await afterOthers(deps, async () => {
        const ports = await service.network.ports(ctx, { device_id: server.id }, ['id'])
        return announce(ctx, { ...about, made: { kind: 'port', known: ports.map(({ id }) => id) } })
      }),
    )
    const port = await unrecorded.make(
      () =>
        network.createPort(ctx, {
          network_id,
          device_id: server.id,
          device_owner: `compute:${server.availabilityZone ?? 'nova'}`,
          ...(asked.fixedIp ? { fixed_ips: [{ ip_address: asked.fixedIp }] } : {}),
        }),
      ({ id }) => network.deletePort(ctx, id),
    )
    stack.move()
    return { port, networkName, unrecorded }
  }
}

/** Uses the given port or creates one. */
const obtainPort = (deps: Deps) => {
  const make = portToMake(deps)
  return async (ctx: Context, located: LocatedServer, asked: InterfaceToAttach): Promise<ObtainedPort> =>
    asked.portId === undefined
      ? make(ctx, located, asked)
      : { port: await givenPort(deps, ctx, asked.portId) }
}

/** The name of a port's network. */
const nameOf = async (
  { clients: { network } }: Deps,
  ctx: Context,
  { network_id: id }: Port,
): Promise<string> => {
  const [found] = await network.networks(ctx, { id })
  return found?.name ?? id
}

interface Recorded {
  readonly port: Port
  readonly networkName: string
  readonly made: boolean
  readonly tag: string | undefined
}

/** The record of the interface before it is plugged; above all it says whether the port outlives the server. */
const entryOf = ({ port, networkName, made, tag }: Recorded): ServerInterface => ({
  portId: port.id,
  networkId: port.network_id,
  networkName,
  macAddress: port.mac_address,
  addresses: port.fixed_ips.map(({ ip_address }) => ({
    address: ip_address,
    version: ip_address.includes(':') ? 6 : 4,
    floatingIps: [],
  })),
  securityGroupIds: port.security_groups,
  preexisting: !made,
  ...(tag ? { tag } : {}),
  attaching: true,
})

/** Attaches an interface, as a flow, once no other device of the server is being plugged. Returns its port. */
export const attachInterface = (deps: Deps) => {
  const find = findServer(deps)
  const begin = beginAction(deps)
  const checkRequest = checkPortRequest(deps)
  const obtain = obtainPort(deps)
  return async (ctx: Context, id: string, asked: InterfaceToAttach): Promise<TaggedPort> => {
    const located = await find(ctx, id)
    const { server } = located
    requireAllowed(attaching, server, deps.enforcer.isAdmin(ctx))
    await using stack = new AsyncDisposableStack()
    const { port, unrecorded, ...known } = await obtain(ctx, located, asked)
    const made = unrecorded !== undefined
    if (made) stack.use(unrecorded)
    await checkRequest(ctx, located, { port, made })
    const networkName = known.networkName ?? (await nameOf(deps, ctx, port))
    const entry = entryOf({ port, networkName, made, tag: asked.tag })
    await afterOthers(deps, async () => {
      const latest = await find(ctx, id)
      // The host may have recorded the port already, if the port was created for the server.
      const others = latest.server.networkInfo.filter(({ portId }) => portId !== port.id)
      await begin(ctx, latest, {
        action: attaching,
        order: { kind: 'attach-interface', portId: port.id, preexisting: !made },
        changes: { networkInfo: [...others, entry] },
        ...(made ? { also: unrecorded.record } : {}),
      })
    })
    unrecorded?.keep()
    return { port, tag: asked.tag ?? null }
  }
}

/** Detaches an interface, as a flow, once no other device of the server is being plugged. */
export const detachInterface = (deps: Deps) => {
  const find = findServer(deps)
  const begin = beginAction(deps)
  return async (ctx: Context, id: string, portId: string): Promise<void> => {
    const located = await find(ctx, id)
    requireAllowed(detaching, located.server, deps.enforcer.isAdmin(ctx))
    const known = located.server.networkInfo.some((one) => one.portId === portId)
    if (!known && (await deps.clients.network.port(ctx, portId))?.device_id !== id)
      throw errors.NotFound({ reason: `Port id ${portId} could not be found.` })
    await afterOthers(deps, async () =>
      begin(ctx, await find(ctx, id), { action: detaching, order: { kind: 'detach-interface', portId } }),
    )
  }
}
