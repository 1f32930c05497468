import { checkedByHandler } from '@nimbo/operation/checked-by-handler'
import { exact } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { gatewayErrors, gatewayRequest, routerOperations } from './router.ts'
import { route } from './routes.ts'

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

/** Adds routes to a router and removes them, independently of concurrent changes. */
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
    // Parts of a gateway may need extra permission.
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

/** A router can have several gateways; the first is shown as `external_gateway_info`. */
export const addExternalGateways = gatewaysOperation('add', 'Add external gateways to a router')
export const updateExternalGateways = gatewaysOperation('update', 'Change external gateways of a router')
export const removeExternalGateways = gatewaysOperation('remove', 'Remove external gateways from a router')
