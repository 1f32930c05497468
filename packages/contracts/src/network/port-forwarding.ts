import { attribute } from '@nimbo/resource/describe/attribute'
import { type Of, type Parent, type Plain, resource } from '@nimbo/resource/describe/kind'
import { identified } from '@nimbo/resource/describe/standard-attributes'
import { accepted, literal, refused, textType } from '@nimbo/resource/describe/value-type'
import { integer, oneOf, orNull, text, uuid } from '@nimbo/resource/describe/value-types'
import { ipAddress } from './address-types.ts'
import { crud } from './crud.ts'
import { floatingIp } from './floating-ip.ts'
import { resourceNotifications } from './resource-notifications.ts'

const mostPort = 65_535

/** A port or range, inclusive: `80` or `80:90`; stored as a range. */
const portRange = textType((given) => {
  const [first = '', last = first, more] = typeof given === 'string' ? given.split(':') : [String(given)]
  const numbers = [first, last].map((part) => (/^\d{1,5}$/.test(part) ? Number(part) : 0))
  const [from = 0, to = 0] = numbers
  return more === undefined && from >= 1 && to <= mostPort && from <= to
    ? accepted(`${from}:${to}`)
    : refused(`Invalid port range: ${literal(given)}`)
})

const ofFloatingIp: Parent = {
  kind: floatingIp,
  attribute: 'floatingip_id',
  facts: { 'ext_parent:project_id': 'project_id' },
}

/** Forwards ports of a floating IP to ports of an internal address. */
export const portForwarding = resource(
  'port_forwarding',
  'port_forwardings',
  {
    ...identified,
    floatingip_id: attribute(uuid, { on: 'create', required: true, shown: false }),
    internal_port_id: attribute(uuid, { on: 'create update', required: true }),
    internal_ip_address: attribute(ipAddress, { on: 'create update' }),
    /** Null for ranges. */
    internal_port: attribute(orNull(integer(1, mostPort)), { on: 'create update' }),
    external_port: attribute(orNull(integer(1, mostPort)), { on: 'create update' }),
    internal_port_range: attribute(portRange, { on: 'create update' }),
    external_port_range: attribute(portRange, { on: 'create update' }),
    protocol: attribute(oneOf('tcp', 'udp', 'sctp', 'dccp'), {
      on: 'create update',
      required: true,
      example: 'tcp',
    }),
    description: attribute(text(), { on: 'create update', default: '' }),
  },
  { parent: ofFloatingIp, path: 'floatingips/{floatingip_id}/port_forwardings' },
)

export type PortForwarding = Of<typeof portForwarding>
export type PlainPortForwarding = Plain<typeof portForwarding>

const errors = [
  'BadRequest',
  'FloatingIPNotFound',
  'PortNotFound',
  'FloatingIPPortAlreadyAssociated',
  'PortHasBindingFloatingIP',
  'ExternalGatewayForFloatingIPNotFound',
]

export const portForwardingOperations = crud(portForwarding, {
  notFound: 'PortForwardingNotFound',
  create: errors,
  update: errors,
  delete: ['FloatingIPNotFound'],
})

export const portForwardingNotifications = resourceNotifications('port_forwarding', { whenDeleted: 'id' })
