import { apart, attribute, partlyGivenApart } from '@nimbo/resource/describe/attribute'
import { type Of, type Plain, resource } from '@nimbo/resource/describe/kind'
import { tagged } from '@nimbo/resource/describe/standard-attributes'
import type { ValueOf, ValueType } from '@nimbo/resource/describe/value-type'
import {
  boolean,
  dictionary,
  listOf,
  objectOf,
  oneOf,
  optional,
  orElse,
  orNull,
  text,
  uuid,
} from '@nimbo/resource/describe/value-types'
import { ipAddress } from './address-types.ts'
import { crud } from './crud.ts'
import { resourceNotifications } from './resource-notifications.ts'
import { routes } from './routes.ts'
import { named, standard } from './standard.ts'

const fixedIp = objectOf({ subnet_id: uuid, ip_address: ipAddress })
const fixedIpRequest = objectOf({ subnet_id: optional(uuid), ip_address: optional(ipAddress) })

const gateway = objectOf({
  network_id: uuid,
  enable_snat: boolean,
  external_fixed_ips: listOf(fixedIp),
  qos_policy_id: orNull(uuid),
})

export const gatewayRequest = objectOf({
  network_id: uuid,
  enable_snat: optional(boolean),
  external_fixed_ips: optional(orElse([], listOf(fixedIpRequest))),
  qos_policy_id: optional(orNull(uuid)),
})

/** An empty object removes the gateway, as null does. */
const gatewayOrNone: ValueType<ValueOf<typeof gatewayRequest> | null, 'json'> = {
  ...orNull(gatewayRequest),
  accept: (given) => orNull(gatewayRequest).accept(isEmpty(given) ? null : given),
}

const isEmpty = (given: unknown): boolean =>
  typeof given === 'object' && given !== null && Object.keys(given).length === 0

/** A router between networks. */
export const router = resource('router', 'routers', {
  ...standard,
  ...named,
  admin_state_up: attribute(boolean, { on: 'create update', default: true }),
  status: attribute(oneOf('ACTIVE', 'DOWN', 'ERROR'), {}),
  external_gateway_info: partlyGivenApart(orNull(gateway), gatewayOrNone, {
    on: 'create update',
    filter: false,
  }),
  external_gateways: apart(listOf(gateway), { filter: false }),
  routes: attribute(orElse([], routes), { on: 'update', filter: false }),
  /** Whether it is distributed; by default as configured. */
  distributed: attribute(orElse(false, boolean), { on: 'create update' }),
  /** Whether it is highly available; by default as configured. */
  ha: attribute(orElse(false, boolean), { on: 'create update' }),
  /** See `ndp-proxy.ts`. */
  enable_ndp_proxy: attribute(boolean, { on: 'create update', default: false }),
  availability_zone_hints: attribute(listOf(text()), { on: 'create', default: [], filter: false }),
  availability_zones: apart(listOf(text()), { filter: false }),
  /** See `conntrack-helper.ts`. */
  conntrack_helpers: apart(listOf(dictionary), { filter: false }),
  ...tagged,
})

export type Router = Of<typeof router>
export type PlainRouter = Plain<typeof router>
export type Gateway = ValueOf<typeof gateway>
export type GatewayRequest = ValueOf<typeof gatewayRequest>

/** Errors of a requested gateway. */
export const gatewayErrors = [
  'BadRequest',
  'InvalidInput',
  'NetworkNotFound',
  'QosPolicyNotFound',
  'PolicyRemoveAuthorizationError',
  'IpAddressAlreadyAllocated',
  'IpAddressGenerationFailure',
  'InvalidIpForNetwork',
  'InvalidIpForSubnet',
]

export const routerOperations = crud(router, {
  notFound: 'RouterNotFound',
  create: [...gatewayErrors, 'RouterGatewayNotValid', 'AvailabilityZoneNotFound', 'OverQuota'],
  update: [
    ...gatewayErrors,
    'InvalidRoutes',
    'RoutesExhausted',
    'RouterExternalGatewayInUseByFloatingIp',
    'RouterGatewayNotValid',
    'RouterGatewayInUseByNDPProxy',
    'RouterInterfaceInUseByRoute',
    'RevisionNumberConstraintFailed',
  ],
  delete: ['RouterInUse', 'RevisionNumberConstraintFailed'],
})

export const routerNotifications = resourceNotifications('router', { whenDeleted: 'whole' })
