import type { NetworkClient } from '@nimbo/clients/network'
import type { PlacementClient } from '@nimbo/clients/placement'
import type { Context } from '@nimbo/kernel/context'
import { holdsForPorts, portAllocationsFrom } from '../domain/networks/claim-for-ports.ts'
import {
  type PortAllocations,
  type PortRequest,
  portRequestsOf,
  profileWith,
  withoutAllocation,
} from '../domain/networks/port-requests.ts'

type Network = Pick<NetworkClient, 'ports' | 'updatePort'>

interface Given {
  /** Absent if no port requests resources; then nothing is read or written. */
  readonly portAllocations?: PortAllocations | undefined
}

const fields = ['id', 'device_id', 'binding:profile'] as const

const portsGiven = async (network: Network, ctx: Context, { portAllocations = {} }: Given) => {
  const id = Object.keys(portAllocations)
  return id.length === 0 ? [] : network.ports(ctx, { id }, fields)
}

/** Writes the providers that serve ports into their binding profiles; the ports are bound later. Idempotent. */
export const tellPorts = async (network: Network, ctx: Context, given: Given): Promise<void> => {
  for (const { id, 'binding:profile': profile } of await portsGiven(network, ctx, given))
    await network.updatePort(ctx, id, {
      'binding:profile': profileWith(profile, given.portAllocations?.[id]),
    })
}

/** Removes the providers from the binding profiles of ports that no server got after all. Idempotent. */
export const untellPorts = async (network: Network, ctx: Context, given: Given): Promise<void> => {
  for (const port of await portsGiven(network, ctx, given)) {
    const changes = withoutAllocation(port)
    if (port.device_id === '' && changes['binding:profile'] !== undefined)
      await network.updatePort(ctx, port.id, changes)
  }
}

/**
 * Binds the ports that have an allocation to a host, with that allocation, because Neutron needs the provider.
 * Idempotent.
 */
export const bindWith = async (
  network: Network,
  ctx: Context,
  { host, ...given }: Given & { readonly host: string },
): Promise<void> => {
  for (const { id, 'binding:profile': profile } of await portsGiven(network, ctx, given))
    await network.updatePort(ctx, id, {
      'binding:host_id': host,
      'binding:profile': profileWith(profile, given.portAllocations?.[id]),
    })
}

interface Deps {
  readonly network: Network
  readonly placement: Pick<PlacementClient, 'allocationsOf' | 'traitsOf'>
}

/** The providers that serve ports by a consumer's allocations; undefined if it holds nothing for ports. */
const heldFor = async (
  { placement }: Deps,
  ctx: Context,
  consumerId: string,
  requests: readonly PortRequest[],
): Promise<PortAllocations | undefined> => {
  const held = await placement.allocationsOf(ctx, consumerId)
  if (!holdsForPorts(held)) return undefined
  const traits = await Promise.all(
    Object.keys(held).map(async (id) => [id, await placement.traitsOf(ctx, id)] as const),
  )
  return portAllocationsFrom(requests, held, new Map(traits))
}

/** Binds the ports of a server that returns to its former host, with the providers that it still holds there. Idempotent. */
export const bindAsHeld = async (
  deps: Deps,
  ctx: Context,
  {
    serverId,
    host,
    holders,
  }: { readonly serverId: string; readonly host: string; readonly holders: readonly string[] },
): Promise<void> => {
  const ports = await deps.network.ports(ctx, { device_id: serverId }, ['id', 'resource_request'])
  const requests = portRequestsOf(ports)
  if (requests.length === 0) return
  for (const holder of holders) {
    const portAllocations = await heldFor(deps, ctx, holder, requests)
    if (portAllocations !== undefined) return bindWith(deps.network, ctx, { host, portAllocations })
  }
}
