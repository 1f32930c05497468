import type { Route } from '@nimbo/contracts/network/routes'
import { defineErrors, fault } from '@nimbo/kernel/errors'
import { errors as general } from '../../errors.ts'

/** Routes as Neutron's messages print them, in Python syntax. */
const listed = (routes: readonly Route[]): string =>
  `[${routes.map(({ destination, nexthop }) => `{'destination': '${destination}', 'nexthop': '${nexthop}'}`).join(', ')}]`

export const errors = defineErrors({
  RouterNotFound: fault<{ id: string }>('notFound', ({ id }) => `Router ${id} could not be found`),
  RouterInUse: fault<{ id: string; ports: readonly string[] }>(
    'conflict',
    ({ id, ports }) => `Router ${id} has ports still attached: ${ports.join(', ')}`,
  ),
  RouterInterfaceNotFound: fault<{ id: string; portId: string }>(
    'notFound',
    ({ id, portId }) => `Router ${id} does not have an interface with id ${portId}`,
  ),
  RouterInterfaceNotFoundForSubnet: fault<{ id: string; subnetId: string }>(
    'notFound',
    ({ id, subnetId }) => `Router ${id} has no interface on subnet ${subnetId}`,
  ),
  RouterInterfaceInUseByFloatingIP: fault<{ id: string; subnetId: string }>(
    'conflict',
    ({ id, subnetId }) =>
      `Router interface for subnet ${subnetId} on router ${id} cannot be deleted, ` +
      'as it is required by one or more floating IPs.',
  ),
  RouterInterfaceInUseByRoute: fault<{ id: string; subnetId: string }>(
    'conflict',
    ({ id, subnetId }) =>
      `Router interface for subnet ${subnetId} on router ${id} cannot be deleted, ` +
      'as it is required by one or more routes.',
  ),
  RouterExternalGatewayInUseByFloatingIp: fault<{ id: string; networkId: string }>(
    'conflict',
    ({ id, networkId }) =>
      `Gateway cannot be updated for router ${id}, since a gateway to external network ${networkId} ` +
      'is required by one or more floating IPs.',
  ),
  InvalidRoutes: fault<{ routes: readonly Route[]; reason: string }>(
    'badRequest',
    ({ routes, reason }) => `Invalid format for routes: ${listed(routes)}, ${reason}`,
  ),
  RoutesExhausted: fault<{ id: string; limit: number }>(
    'badRequest',
    ({ id, limit }) =>
      `Unable to complete operation for ${id}. The number of routes exceeds the maximum ${limit}.`,
  ),
  SubnetMismatchForPort: fault<{ portId: string; subnetId: string }>(
    'badRequest',
    ({ portId, subnetId }) => `Subnet on port ${portId} does not match the requested subnet ${subnetId}.`,
  ),
  PortInUse: fault<{ portId: string; networkId: string; deviceId: string }>(
    'conflict',
    ({ portId, networkId, deviceId }) =>
      `Unable to complete operation on port ${portId} for network ${networkId}. ` +
      `Port already has an attached device ${deviceId}.`,
  ),
  InvalidL3Agent: fault<{ id: string }>(
    'notFound',
    ({ id }) => `Agent ${id} is not a L3 Agent or has been disabled`,
  ),
  RouterHostedByL3Agent: fault<{ routerId: string; agentId: string }>(
    'conflict',
    ({ routerId, agentId }) => `The router ${routerId} has been already hosted by the L3 Agent ${agentId}.`,
  ),
  RouterNotHostedByL3Agent: fault<{ routerId: string; agentId: string }>(
    'conflict',
    ({ routerId, agentId }) => `The router ${routerId} is not hosted by L3 agent ${agentId}.`,
  ),
  RouterL3AgentMismatch: fault<{ routerId: string; agentId: string }>(
    'conflict',
    ({ routerId, agentId }) => `Cannot host distributed router ${routerId} on legacy L3 agent ${agentId}.`,
  ),
  DVRL3CannotAssignToDvrAgent: fault<{ agentId: string }>(
    'conflict',
    (_of) => "Not allowed to manually assign a router to an agent in 'dvr' mode.",
  ),
  NoVRIDAvailable: fault<{ routerId: string }>(
    'conflict',
    ({ routerId }) =>
      `No more Virtual Router Identifier (VRID) available when creating router ${routerId}. ` +
      'The limit of number of HA Routers per tenant is 254.',
  ),
  ServicePortInUse: fault<{ portId: string; owner: string }>(
    'conflict',
    ({ portId, owner }) =>
      `Port ${portId} cannot be deleted directly via the port API: has device owner ${owner}.`,
  ),
  DefaultExternalNetworkExists: fault<{ id: string }>(
    'conflict',
    ({ id }) => `A default external network already exists: ${id}.`,
  ),
  ExternalNetworkInUse: fault<{ id: string }>(
    'conflict',
    ({ id }) =>
      `External network ${id} cannot be updated to be made non-external, since it has existing gateway ports.`,
  ),
})

/** The error for an invalid request about a router. */
export const badRouter = (reason: string) => general.BadRequest({ resource: 'router', reason })
