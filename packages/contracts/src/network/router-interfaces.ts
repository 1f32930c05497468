import { notification } from '@nimbo/notifications/notification'
import { checkedByHandler } from '@nimbo/operation/checked-by-handler'
import { exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'

/** A router interface: by subnet or port. */
const Joined = Type.Object(
  { subnet_id: Type.Optional(Type.String()), port_id: Type.Optional(Type.String()) },
  exact,
)

export const RouterInterface = view({
  /** The router's id. */
  id: Type.String(),
  tenant_id: Type.String(),
  project_id: Type.String(),
  port_id: Type.String(),
  network_id: Type.String(),
  subnet_id: Type.String(),
  subnet_ids: Type.Array(Type.String()),
})
export type RouterInterface = Static<typeof RouterInterface>

const interfaceOperation = (verb: 'add' | 'remove', summary: string, errors: readonly string[]) =>
  operation({
    id: `routers.${verb}_router_interface`,
    method: 'PUT',
    path: `/routers/{router_id}/${verb}_router_interface`,
    summary,
    rule: `${verb}_router_interface`,
    on: found('router'),
    body: checkedByHandler(Joined),
    replies: { 200: RouterInterface },
    errors: ['RouterNotFound', 'BadRequest', 'SubnetNotFound', 'PortNotFound', ...errors],
  })

/** Adds and removes router interfaces. */
export const addRouterInterface = interfaceOperation('add', 'Join a router with a subnet or a port', [
  'PortInUse',
  'IpAddressAlreadyAllocated',
])

export const removeRouterInterface = interfaceOperation('remove', 'Part a router from a subnet or a port', [
  'RouterInterfaceNotFound',
  'RouterInterfaceNotFoundForSubnet',
  'RouterInterfaceInUseByFloatingIP',
  'RouterInterfaceInUseByRoute',
  'RouterInterfaceInUseByNDPProxy',
  'SubnetMismatchForPort',
])

const interfaceNotification = (verb: 'create' | 'delete') =>
  notification(`router.interface.${verb}`, {
    publisher: 'network',
    payload: Type.Object({ router_interface: RouterInterface }),
  })

export const routerInterfaceNotifications = {
  create: interfaceNotification('create'),
  delete: interfaceNotification('delete'),
}
