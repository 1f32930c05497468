import type { HeldClaimChange } from '@nimbo/clients/change-held-claim'
import type { NetworkClient, Port } from '@nimbo/clients/network'
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

/** The services that are needed to update a claim. */
interface Settles {
  readonly network: Pick<NetworkClient, 'ports'>
  readonly placement: Pick<PlacementClient, 'changeClaim'>
}

interface Holder extends Pick<Server, 'id'> {
  /** Reads the ids of the server's recorded ports, including a port that its host has yet to bind. */
  readonly recordedPorts: () => Promise<readonly string[]>
}

const fields = ['id', 'device_id', 'resource_request', 'binding:profile'] as const

/** The ports of a server in the network service, and those that are about to become its ports. */
const portsOf = async (
  network: Settles['network'],
  ctx: Context,
  { id, recordedPorts }: Holder,
): Promise<readonly Pick<Port, (typeof fields)[number]>[]> => {
  const recorded = await recordedPorts()
  const own = await network.ports(ctx, { device_id: id }, fields)
  const others = recorded.filter((portId) => own.every((port) => port.id !== portId))
  if (others.length === 0) return own
  const coming = await network.ports(ctx, { id: others }, fields)
  return [...own, ...coming.filter(({ device_id }) => device_id === '')]
}

/**
 * Makes allocations hold for ports exactly what their binding profiles contain. The ports are read after the
 * allocations: placement refuses the change if anything was claimed since, and then everything is read again.
 */
const asPortsSay =
  ({ network }: Settles, ctx: Context, server: Holder): HeldClaimChange =>
  async (held) => {
    const ports = await portsOf(network, ctx, server)
    const given = Object.fromEntries(ports.map((port) => [port.id, allocationIn(port)]))
    return claimForPorts(portRequestsOf(ports), given)(held)
  }

/**
 * Releases what was claimed for a port that has left a server. Does nothing for a server without claims for ports.
 * Idempotent.
 */
export const claimAnew = async (deps: Settles, ctx: Context, server: Holder): Promise<void> => {
  const change = asPortsSay(deps, ctx, server)
  await deps.placement.changeClaim(ctx, server.id, async (held) =>
    holdsForPorts(held) ? change(held) : held,
  )
}

interface PortToClaim {
  readonly portId: string
  /** The root of the host's tree of providers; looked up only for a port that requests resources. */
  readonly treeOf: () => Promise<string | undefined>
}

/** Claims the resources that a port requests, on the host of its server. Idempotent. */
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
  if (await deps.placement.changeClaim(ctx, serverId, asPortsSay(deps, ctx, server))) return
  await untellPorts(deps.network, ctx, { portAllocations: { [portId]: {} } })
  throw errors.InterfaceAttachResourceAllocationFailed({ serverId })
}
