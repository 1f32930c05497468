import type { NetworkClient } from '@nimbo/clients/network'
import type { PlacementClient } from '@nimbo/clients/placement'
import type { Context } from '@nimbo/kernel/context'
import { UserError } from '@nimbo/kernel/user-error'
import {
  allocationIn,
  type PortAllocations,
  type PortRequest,
  portRequestsOf,
} from '../../domain/networks/port-requests.ts'
import { portCandidates } from '../../resources/port-candidate.ts'
import { orExit } from '../or-exit.ts'
import { healExitCodes } from './heal-exit-codes.ts'

interface Deps {
  readonly network: Pick<NetworkClient, 'ports'>
  readonly placement: Pick<PlacementClient, 'candidates'>
}

export interface ClaimsOfPorts {
  readonly requests: readonly PortRequest[]
  /** The providers that their binding profiles name, or should name. */
  readonly given: PortAllocations
  /** Those of them that the profiles do not name yet. */
  readonly found: PortAllocations
}

/** The only providers of the host that can serve a port. */
const onlyCandidate = async (
  { placement }: Deps,
  ctx: Context,
  serverId: string,
  wanted: { readonly tree: string; readonly request: PortRequest },
): Promise<PortAllocations> => {
  const { portId } = wanted.request
  const [first, another] = await orExit(
    healExitCodes.notClaimed,
    `The providers that can serve port ${portId} of server ${serverId} cannot be read`,
    portCandidates(placement, ctx, wanted, 2),
  )
  if (first !== undefined && another === undefined) return first
  throw new UserError(
    first === undefined
      ? `The host of server ${serverId} has too little left for port ${portId}: detach the port or delete the server`
      : `More than one provider of its host can serve port ${portId} of server ${serverId}: detach the port or migrate the server`,
    healExitCodes.notClaimed,
  )
}

/** What the ports of a server request of its host's tree of providers, and which of these serve them. */
export const claimsOfPorts = async (
  deps: Deps,
  ctx: Context,
  serverId: string,
  tree: () => Promise<string>,
): Promise<ClaimsOfPorts> => {
  const ports = await orExit(
    healExitCodes.portsUnread,
    `The ports of server ${serverId} cannot be read`,
    deps.network.ports(ctx, { device_id: serverId }, ['id', 'resource_request', 'binding:profile']),
  )
  const requests = portRequestsOf(ports)
  const told = new Map(ports.map((port) => [port.id, allocationIn(port)]))
  let given: PortAllocations = {}
  let found: PortAllocations = {}
  for (const request of requests) {
    const allocation = told.get(request.portId) ?? {}
    if (request.groups.every(({ id }) => id in allocation)) {
      given = { ...given, [request.portId]: allocation }
      continue
    }
    found = { ...found, ...(await onlyCandidate(deps, ctx, serverId, { tree: await tree(), request })) }
  }
  return { requests, given: { ...given, ...found }, found }
}
