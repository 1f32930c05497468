import { checkedByHandler } from '@nimbo/operation/checked-by-handler'
import { exact } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { gatewayErrors, gatewayRequest, route, routerOperations } from './router.ts'

const Routes = Type.Object({ router: Type.Object({ routes: Type.Array(route.schema) }, exact) }, exact)

const routesOperation = (verb: 'add' | 'remove', summary: string) =>
  operation({
    id: `routers.${verb}_extraroutes`,
    method: 'PUT',
    path: `/routers/{router_id}/${verb}_extraroutes`,
    summary,
    rule: `${verb}_extraroutes`,
    on: found('router'),
    body: checkedByHandler(Routes),
    replies: routerOperations.show.replies,
    errors: ['RouterNotFound', 'InvalidRoutes', 'RoutesExhausted'],
  })

/** Adding to the routes of a router and taking from them, whatever others do to them at the same time. */
export const addExtraroutes = routesOperation('add', 'Add routes to a router')
export const removeExtraroutes = routesOperation('remove', 'Remove routes from a router')

const Gateways = Type.Object(
  { router: Type.Object({ external_gateways: Type.Array(gatewayRequest.schema) }, exact) },
  exact,
)

const gatewaysOperation = (verb: 'add' | 'update' | 'remove', summary: string) =>
  operation({
    id: `routers.${verb}_external_gateways`,
    method: 'PUT',
    path: `/routers/{router_id}/${verb}_external_gateways`,
    summary,
    rule: `${verb}_external_gateways`,
    on: found('router'),
    // What is said of a gateway may need leave of its own.
    mayAsk: ['', ':network_id', ':enable_snat', ':external_fixed_ips'].map(
      (member) => `${verb}_external_gateways:external_gateways${member}`,
    ),
    body: checkedByHandler(Gateways),
    replies: routerOperations.show.replies,
    errors: [
      'RouterNotFound',
      ...gatewayErrors,
      'RouterExternalGatewayInUseByFloatingIp',
      'RouterGatewayInUseByNDPProxy',
    ],
  })

/** A router may have several gateways; the first is the one that `external_gateway_info` tells of. */
export const addExternalGateways = gatewaysOperation('add', 'Add external gateways to a router')
export const updateExternalGateways = gatewaysOperation('update', 'Change external gateways of a router')
export const removeExternalGateways = gatewaysOperation('remove', 'Remove external gateways from a router')
