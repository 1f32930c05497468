import { apart, attribute } from '@nimbo/resource/describe/attribute'
import { type Of, type Parent, type Plain, resource } from '@nimbo/resource/describe/kind'
import { oneOf, orNull, text, uuid } from '@nimbo/resource/describe/value-types'
import { ipAddress } from './address-types.ts'
import { crud } from './crud.ts'
import { resourceNotifications } from './resource-notifications.ts'
import { named, standard } from './standard.ts'

/** A local IP: on each host it leads to an associated port of that host. */
export const localIp = resource(
  'local_ip',
  'local_ips',
  {
    ...standard,
    ...named,
    /** The port that holds the address; created on the network by default. */
    local_port_id: attribute(orNull(uuid), { on: 'create', default: null }),
    network_id: attribute(orNull(uuid), { on: 'create', default: null }),
    local_ip_address: attribute(orNull(ipAddress), { on: 'create', default: null }),
    /** Whether the address is translated to the port's, or the port itself has it too. */
    ip_mode: attribute(oneOf('translate', 'passthrough'), { on: 'create', default: 'translate' }),
  },
  { path: 'local_ips' },
)

export type LocalIp = Of<typeof localIp>
export type PlainLocalIp = Plain<typeof localIp>

const addressErrors = ['PortNotFound', 'LocalIPNoIP', 'LocalIPNoRequestedIP', 'LocalIPRequestedIPNotFound']

export const localIpOperations = crud(localIp, {
  notFound: 'LocalIPNotFound',
  create: [
    ...addressErrors,
    'NetworkNotFound',
    'LocalIPPortOrNetworkRequired',
    'InvalidIpForNetwork',
    'IpAddressAlreadyAllocated',
    'IpAddressGenerationFailure',
    'OverQuota',
  ],
  update: ['RevisionNumberConstraintFailed'],
  delete: ['LocalIPInUse', 'RevisionNumberConstraintFailed'],
})

export const localIpNotifications = resourceNotifications('local_ip', { whenDeleted: 'id' })

const ofLocalIp: Parent = {
  kind: localIp,
  attribute: 'local_ip_id',
  facts: { 'ext_parent:project_id': 'project_id' },
}

/** The association's id combines the local IP's and the port's. */
const longestId = 80

/** A port associated with a local IP, effective on the port's host. */
export const portAssociation = resource(
  'port_association',
  'port_associations',
  {
    id: attribute(text(longestId), { filter: false, shown: false }),
    local_ip_id: attribute(uuid, { on: 'create', required: true, filter: false }),
    local_ip_address: attribute(ipAddress, {}),
    fixed_port_id: attribute(uuid, { on: 'create', required: true }),
    fixed_ip: attribute(orNull(ipAddress), { on: 'create', default: null }),
    host: apart(text(), { filter: false }),
  },
  { parent: ofLocalIp, path: 'local_ips/{local_ip_id}/port_associations' },
)

export type PortAssociation = Of<typeof portAssociation>
export type PlainPortAssociation = Plain<typeof portAssociation>

/** Associations cannot be updated. */
const { update: _never, ...operations } = crud(portAssociation, {
  notFound: 'LocalIPAssociationNotFound',
  create: ['LocalIPNotFound', ...addressErrors, 'BadRequest'],
  delete: ['LocalIPNotFound'],
})
export const portAssociationOperations = operations
