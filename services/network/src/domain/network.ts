import { boolean, integer, listOf, oneOf, orNull, text } from './accept.ts'
import { type ParentType, type ResourceType, standardAttributes } from './attribute.ts'

const networkTypes = ['local', 'flat', 'vlan', 'vxlan'] as const
export type NetworkType = (typeof networkTypes)[number]

/** A network under the names of the API, which rules, filters and policies speak of too. */
export interface Network {
  readonly id: string
  readonly project_id: string
  readonly name: string
  readonly description: string
  readonly admin_state_up: boolean
  readonly status: 'ACTIVE'
  readonly shared: boolean
  readonly 'router:external': boolean
  readonly is_default: boolean
  readonly mtu: number
  readonly port_security_enabled: boolean
  readonly 'provider:network_type': NetworkType
  readonly 'provider:physical_network': string | null
  readonly 'provider:segmentation_id': number | null
  readonly availability_zone_hints: readonly string[]
  readonly subnets: readonly string[]
  readonly availability_zones: readonly string[]
  readonly tags: readonly string[]
  readonly revision_number: number
  readonly created_at: string
  readonly updated_at: string
}

/** A network without what is kept apart from it: all that most need to know of a port's or subnet's network. */
export type PlainNetwork = Omit<Network, 'subnets' | 'availability_zones' | 'tags'>

const largestMtu = 65_535
const smallestMtu = 68

export const networkType: ResourceType = {
  name: 'network',
  collection: 'networks',
  path: 'networks',
  attributes: {
    ...standardAttributes(text()),
    name: { shape: 'text', post: true, put: true, accept: text(), default: '' },
    description: { shape: 'text', post: true, put: true, accept: text(), default: '' },
    admin_state_up: { shape: 'boolean', post: true, put: true, accept: boolean, default: true },
    status: { shape: 'text' },
    shared: { shape: 'boolean', post: true, put: true, accept: boolean, default: false },
    'router:external': { shape: 'boolean', post: true, put: true, accept: boolean, default: false },
    is_default: { shape: 'boolean', post: true, put: true, accept: boolean, default: false },
    mtu: { shape: 'integer', post: true, put: true, accept: integer(0, largestMtu) },
    port_security_enabled: { shape: 'boolean', post: true, put: true, accept: boolean, default: true },
    'provider:network_type': { shape: 'text', post: true, accept: oneOf(...networkTypes) },
    'provider:physical_network': { shape: 'text', post: true, accept: orNull(text(64)) },
    'provider:segmentation_id': { shape: 'integer', post: true, accept: orNull(integer(1, 16_777_215)) },
    availability_zone_hints: {
      shape: 'json',
      post: true,
      accept: listOf(text()),
      default: [],
      unfilterable: true,
    },
    subnets: { shape: 'related', unfilterable: true },
    availability_zones: { shape: 'related', unfilterable: true },
    tags: { shape: 'related' },
  },
}

/** How ports and subnets belong to their network. */
export const ofNetwork: ParentType = {
  type: networkType,
  attribute: 'network_id',
  facts: {
    'network:project_id': 'project_id',
    'network:shared': 'shared',
    'subnet:router:external': 'router:external',
  },
}

/** Whether a network may have this MTU; IPv6 and IPv4 need a minimum of their own, checked where subnets are known. */
export const isUsableMtu = (mtu: number): boolean => mtu >= smallestMtu && mtu <= largestMtu

const vxlanOverhead = 50

/** The largest MTU a network of this type can have over a physical network of that MTU. */
export const mtuOf = (type: NetworkType, physicalMtu: number): number =>
  type === 'vxlan' ? physicalMtu - vxlanOverhead : physicalMtu
