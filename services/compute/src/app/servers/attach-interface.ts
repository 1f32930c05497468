import type { Port } from '@nimbo/clients/network'
import { attachInterface as attaching } from '@nimbo/contracts/compute/actions/attach-interface'
import { detachInterface as detaching } from '@nimbo/contracts/compute/actions/detach-interface'
import type { Context } from '@nimbo/kernel/context'
import type { Fault } from '@nimbo/kernel/errors'
import { reverter } from '@nimbo/kernel/reverter'
import type { ServerInterface } from '../../domain/networks/network-info.ts'
import { requireAllowed } from '../../domain/server-actions/action-guards.ts'
import type { Server } from '../../domain/servers/server.ts'
import { errors } from '../../errors.ts'
import type { ActionDeps } from '../actions/action-deps.ts'
import { beginAction } from '../actions/begin-action.ts'
import { checkPortRequest, type ObtainedPort } from '../actions/check-port-request.ts'
import type { ComputeApiDeps } from '../app.ts'
import { afterOthers } from './after-others.ts'
import { findServer } from './find-server.ts'

type Deps = ActionDeps & Pick<ComputeApiDeps, 'clients'>

export interface InterfaceToAttach {
  readonly portId?: string
  readonly networkId?: string
  readonly fixedIp?: string
  readonly tag?: string
}

/** A port of a server, with the tag its user gave the interface. */
export interface TaggedPort {
  readonly port: Port
  readonly tag: string | null
}

/** The ports of a server, read from Neutron. */
export const portsOf = (deps: Deps) => {
  const find = findServer(deps)
  return async (ctx: Context, id: string): Promise<readonly TaggedPort[]> => {
    const { server } = await find(ctx, id)
    const tags = new Map(server.networkInfo.map(({ portId, tag }) => [portId, tag]))
    const ports = await deps.clients.network.ports(ctx, { device_id: id })
    return ports.map((port) => ({ port, tag: tags.get(port.id) ?? null }))
  }
}

/** These errors differ from those of a new server, where the network is one of many parts of the body. */
const noNetwork = ({ projectId }: Context, id: string | undefined): Fault =>
  id === undefined
    ? errors.BadRequest({
        reason: `No specific network was requested and none are available for project '${projectId}'.`,
      })
    : errors.NotFound({ reason: errors.NetworkNotFound({ id }).message })

/** Uses the given port or creates one; `made` says which. */
const obtainPort = async (
  { clients }: Deps,
  ctx: Context,
  server: Server,
  asked: InterfaceToAttach,
): Promise<ObtainedPort> => {
  const { network } = clients
  if (asked.portId !== undefined) {
    const port = await network.port(ctx, asked.portId)
    if (!port) throw errors.NotFound({ reason: `Port id ${asked.portId} could not be found.` })
    if (port.device_id !== '') throw errors.PortInUse({ id: port.id })
    return { port, made: false }
  }
  const available = await network.networks(
    ctx,
    asked.networkId === undefined ? { project_id: ctx.projectId } : { id: asked.networkId },
  )
  const [first, another] = available
  if (!first) throw noNetwork(ctx, asked.networkId)
  if (another) throw errors.BadRequest({ reason: errors.NetworkAmbiguous().message })
  const port = await network.createPort(ctx, {
    network_id: first.id,
    device_id: server.id,
    device_owner: `compute:${server.availabilityZone ?? 'nova'}`,
    ...(asked.fixedIp ? { fixed_ips: [{ ip_address: asked.fixedIp }] } : {}),
  })
  return { port, made: true }
}

/** What is recorded of the interface before it is plugged, above all whether the port outlives the server. */
const entryOf = (port: Port, made: boolean, tag: string | undefined): ServerInterface => ({
  portId: port.id,
  networkId: port.network_id,
  networkName: port.network_id,
  macAddress: port.mac_address,
  addresses: port.fixed_ips.map(({ ip_address }) => ({
    address: ip_address,
    version: ip_address.includes(':') ? 6 : 4,
    floatingIps: [],
  })),
  securityGroupIds: port.security_groups,
  preexisting: !made,
  ...(tag ? { tag } : {}),
})

/** Attaches an interface, as a flow, once no other device of the server is being plugged. Returns its port. */
export const attachInterface = (deps: Deps) => {
  const find = findServer(deps)
  const begin = beginAction(deps)
  const checkRequest = checkPortRequest(deps)
  return async (ctx: Context, id: string, asked: InterfaceToAttach): Promise<TaggedPort> => {
    const located = await find(ctx, id)
    const { server } = located
    requireAllowed(attaching, server, deps.enforcer.isAdmin(ctx))
    await using undo = reverter()
    const { port, made } = await obtainPort(deps, ctx, server, asked)
    if (made) undo.add(() => deps.clients.network.deletePort(ctx, port.id))
    await checkRequest(ctx, located, { port, made })
    const [first] = await deps.clients.network.networks(ctx, { id: port.network_id })
    const entry = { ...entryOf(port, made, asked.tag), networkName: first?.name ?? port.network_id }
    await afterOthers(deps, async () => {
      const latest = await find(ctx, id)
      await begin(ctx, latest, {
        action: attaching,
        order: { kind: 'attach-interface', portId: port.id, preexisting: !made },
        changes: { networkInfo: [...latest.server.networkInfo, entry] },
      })
    })
    undo.keep()
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
