import type { NetworkClient } from '@nimbo/clients/network'
import type { PlacementClient } from '@nimbo/clients/placement'
import type { Context } from '@nimbo/kernel/context'
import { defineErrors, fault } from '@nimbo/kernel/errors'
import { claimForPorts, holdsForPorts } from '../domain/networks/claim-for-ports.ts'
import { allocationIn, portRequestsOf } from '../domain/networks/port-requests.ts'
import type { Server } from '../domain/servers/server.ts'
import { tellPorts, untellPorts } from './port-allocations.ts'
import { portCandidate } from './port-candidate.ts'

const errors = defineErrors({
  InterfaceAttachResourceAllocationFailed: fault<{ serverId: string }>(
    'conflict',
    ({ serverId }) => `Failed to allocate additional resources to ${serverId} during interface attach`,
  ),
})

interface Deps {
  readonly network: Pick<NetworkClient, 'ports' | 'updatePort'>
  readonly placement: PlacementClient
}

/** What it takes to bring a claim up to date. */
interface Settles {
  readonly network: Pick<NetworkClient, 'ports'>
  readonly placement: Pick<PlacementClient, 'allocationsOf' | 'changeClaim'>
}

type Holder = Pick<Server, 'id' | 'projectId' | 'userId'>

const fields = ['id', 'resource_request', 'binding:profile'] as const

/**
 * Has a server's allocations hold for its ports, and these besides, exactly what the profiles of their bindings say. False when
 * that does not fit. Idempotent.
 */
const settleClaim = async (
  { network, placement }: Settles,
  ctx: Context,
  server: Holder,
  besides: readonly string[],
): Promise<boolean> => {
  const own = await network.ports(ctx, { device_id: server.id }, fields)
  const others = besides.length === 0 ? [] : await network.ports(ctx, { id: besides }, fields)
  const ports = [...new Map([...own, ...others].map((port) => [port.id, port])).values()]
  const given = Object.fromEntries(ports.map((port) => [port.id, allocationIn(port)]))
  return placement.changeClaim(ctx, server, claimForPorts(portRequestsOf(ports), given))
}

/** After a port has left a server: releases what was claimed for it. A server without such ports is left alone. Idempotent. */
export const claimAnew = async (deps: Settles, ctx: Context, server: Holder): Promise<void> => {
  if (holdsForPorts(await deps.placement.allocationsOf(ctx, server.id)))
    await settleClaim(deps, ctx, server, [])
}

interface PortToClaim {
  readonly portId: string
  /** The root of the host's tree of providers; only looked up for a port that requests something. */
  readonly treeOf: () => Promise<string | undefined>
}

/** Claims what a port requests on the host of the server that it is attached to. Idempotent. */
export const claimForPort = async (
  deps: Deps,
  ctx: Context,
  server: Holder,
  { portId, treeOf }: PortToClaim,
): Promise<void> => {
  const [port] = await deps.network.ports(ctx, { id: [portId] }, fields)
  const [request] = port === undefined ? [] : portRequestsOf([port])
  if (port === undefined || request === undefined) return
  const { id: serverId } = server
  const wasTold = request.groups.every(({ id }) => id in allocationIn(port))
  if (!wasTold) {
    const tree = await treeOf()
    const portAllocations = tree && (await portCandidate(deps.placement, ctx, { tree, request }))
    if (!portAllocations) throw errors.InterfaceAttachResourceAllocationFailed({ serverId })
    await tellPorts(deps.network, ctx, { portAllocations })
  }
  if (await settleClaim(deps, ctx, server, [portId])) return
  await untellPorts(deps.network, ctx, { portAllocations: { [portId]: {} } })
  throw errors.InterfaceAttachResourceAllocationFailed({ serverId })
}
