import { attribute } from '@nimbo/resource/describe/attribute'
import { type Of, type Plain, resource } from '@nimbo/resource/describe/kind'
import { uuid } from '@nimbo/resource/describe/value-types'
import { ipAddress } from './address-types.ts'
import { crud } from './crud.ts'
import { resourceNotifications } from './resource-notifications.ts'
import { named, standard } from './standard.ts'

/** An IPv6 address of a port that its router announces on the external network. */
export const ndpProxy = resource(
  'ndp_proxy',
  'ndp_proxies',
  {
    ...standard,
    ...named,
    router_id: attribute(uuid, { on: 'create', required: true }),
    port_id: attribute(uuid, { on: 'create', required: true }),
    /** By default the port's only IPv6 address behind the router. */
    ip_address: attribute(ipAddress, { on: 'create' }),
  },
  { path: 'ndp_proxies' },
)

export type NdpProxy = Of<typeof ndpProxy>
export type PlainNdpProxy = Plain<typeof ndpProxy>

export const ndpProxyOperations = crud(ndpProxy, {
  notFound: 'NDPProxyNotFound',
  create: [
    'RouterNotFound',
    'PortNotFound',
    'RouterNDPProxyNotEnable',
    'PortUnreachableRouter',
    'InvalidAddress',
    'AddressScopeConflict',
    'BadRequest',
    'OverQuota',
  ],
  update: ['RevisionNumberConstraintFailed'],
  delete: ['RevisionNumberConstraintFailed'],
})

export const ndpProxyNotifications = resourceNotifications('ndp_proxy', { whenDeleted: 'id' })
