import {
  addressOrCidr,
  boolean,
  dictionary,
  ipAddress,
  listOf,
  macAddress,
  objectOf,
  oneOf,
  orNull,
  text,
  uuid,
} from './accept.ts'
import { type Accept, accepted, type ResourceType, standardAttributes } from './attribute.ts'
import { ofNetwork } from './network.ts'

export interface FixedIp {
  readonly subnet_id: string
  readonly ip_address: string
}

/** What a client asks for: either or both; a subnet alone means any address of it. */
export type FixedIpRequest = Partial<FixedIp>

export interface AddressPair {
  readonly ip_address: string
  readonly mac_address: string
}

export interface DhcpOption {
  readonly opt_name: string
  readonly opt_value: string | null
  readonly ip_version: 4 | 6
}

export type PortStatus = 'ACTIVE' | 'DOWN' | 'BUILD' | 'ERROR'

export const unboundVif = 'unbound'
export const bindingFailedVif = 'binding_failed'

export interface Port {
  readonly id: string
  readonly project_id: string
  readonly network_id: string
  readonly name: string
  readonly description: string
  readonly admin_state_up: boolean
  readonly status: PortStatus
  readonly mac_address: string
  readonly fixed_ips: readonly FixedIp[]
  readonly device_id: string
  readonly device_owner: string
  readonly security_groups: readonly string[]
  readonly port_security_enabled: boolean
  readonly allowed_address_pairs: readonly AddressPair[]
  readonly extra_dhcp_opts: readonly DhcpOption[]
  readonly 'binding:host_id': string
  readonly 'binding:vif_type': string
  readonly 'binding:vif_details': Readonly<Record<string, unknown>>
  readonly 'binding:profile': Readonly<Record<string, unknown>>
  readonly 'binding:vnic_type': string
  readonly tags: readonly string[]
  readonly revision_number: number
  readonly created_at: string
  readonly updated_at: string
}

/** A port without what is kept apart from it. */
export type PlainPort = Omit<Port, 'fixed_ips' | 'security_groups' | 'tags'>

const fixedIps = listOf(objectOf({ subnet_id: { accept: uuid }, ip_address: { accept: ipAddress } }))
const orEmptyList =
  (accept: Accept): Accept =>
  (value) =>
    value === null ? accepted([]) : accept(value)

export const portType: ResourceType = {
  name: 'port',
  collection: 'ports',
  path: 'ports',
  parent: ofNetwork,
  attributes: {
    ...standardAttributes(text()),
    network_id: { shape: 'text', post: true, accept: uuid, required: true },
    name: { shape: 'text', post: true, put: true, accept: text(), default: '' },
    description: { shape: 'text', post: true, put: true, accept: text(), default: '' },
    admin_state_up: { shape: 'boolean', post: true, put: true, accept: boolean, default: true },
    status: { shape: 'text' },
    mac_address: { shape: 'text', post: true, put: true, accept: macAddress },
    fixed_ips: { shape: 'related', post: true, put: true, accept: orEmptyList(fixedIps) },
    device_id: { shape: 'text', post: true, put: true, accept: text(), default: '' },
    device_owner: { shape: 'text', post: true, put: true, accept: text(), default: '' },
    security_groups: { shape: 'related', post: true, put: true, accept: orEmptyList(listOf(uuid)) },
    port_security_enabled: { shape: 'boolean', post: true, put: true, accept: boolean },
    allowed_address_pairs: {
      shape: 'json',
      post: true,
      put: true,
      accept: orEmptyList(
        listOf(
          objectOf({
            ip_address: { accept: addressOrCidr, required: true },
            mac_address: { accept: macAddress },
          }),
        ),
      ),
      default: [],
      unfilterable: true,
    },
    extra_dhcp_opts: {
      shape: 'json',
      post: true,
      put: true,
      accept: orEmptyList(
        listOf(
          objectOf({
            opt_name: { accept: text(64), required: true },
            opt_value: { accept: orNull(text(255)), required: true },
            ip_version: { accept: (value) => oneOf(4, 6)(Number(value)) },
          }),
        ),
      ),
      default: [],
      unfilterable: true,
    },
    'binding:host_id': {
      shape: 'text',
      post: true,
      put: true,
      accept: (value) => (value === null ? accepted('') : text()(value)),
      default: '',
    },
    'binding:vif_type': { shape: 'text' },
    'binding:vif_details': { shape: 'json', unfilterable: true },
    'binding:profile': {
      shape: 'json',
      post: true,
      put: true,
      accept: (value) => (value === null ? accepted({}) : dictionary(value)),
      default: {},
      unfilterable: true,
    },
    'binding:vnic_type': { shape: 'text', post: true, put: true, accept: oneOf('normal'), default: 'normal' },
    tags: { shape: 'related' },
  },
}

/** Ports the service makes for itself; they go with their network. */
export const dhcpOwner = 'network:dhcp'

/** Whether a port is a server's interface. */
export const isServerPort = (port: Pick<Port, 'device_owner'>): boolean =>
  port.device_owner.startsWith('compute:')

/** Whether a port is part of the network itself, and so has no security groups. */
export const isNetworkDevice = (deviceOwner: string): boolean => deviceOwner.startsWith('network:')
