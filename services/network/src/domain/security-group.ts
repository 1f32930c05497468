import { boolean, integer, ipPrefix, oneOf, orNull, text, uuid } from './accept.ts'
import { type Accept, accepted, type ResourceType, refused, standardAttributes } from './attribute.ts'

export type Direction = 'ingress' | 'egress'
export type Ethertype = 'IPv4' | 'IPv6'

export interface SecurityGroupRule {
  readonly id: string
  readonly project_id: string
  readonly security_group_id: string
  readonly direction: Direction
  readonly ethertype: Ethertype
  readonly protocol: string | null
  readonly port_range_min: number | null
  readonly port_range_max: number | null
  readonly remote_ip_prefix: string | null
  readonly remote_group_id: string | null
  readonly remote_address_group_id: null
  readonly description: string
  readonly revision_number: number
  readonly created_at: string
  readonly updated_at: string
}

export interface SecurityGroup {
  readonly id: string
  readonly project_id: string
  readonly name: string
  readonly description: string
  readonly stateful: boolean
  readonly shared: false
  readonly security_group_rules: readonly SecurityGroupRule[]
  readonly tags: readonly string[]
  readonly revision_number: number
  readonly created_at: string
  readonly updated_at: string
}

/** A group without what is kept apart from it. */
export type PlainSecurityGroup = Omit<SecurityGroup, 'security_group_rules' | 'tags'>

export const defaultGroupName = 'default'

export const securityGroupType: ResourceType = {
  name: 'security_group',
  collection: 'security_groups',
  path: 'security-groups',
  attributes: {
    ...standardAttributes(text()),
    name: { shape: 'text', post: true, put: true, accept: text(), default: '' },
    description: { shape: 'text', post: true, put: true, accept: text(), default: '' },
    stateful: { shape: 'boolean', post: true, put: true, accept: boolean, default: true },
    shared: { shape: 'boolean' },
    security_group_rules: { shape: 'related', unfilterable: true },
    tags: { shape: 'related' },
  },
}

const ethertype: Accept = (value) => {
  const known = (['IPv4', 'IPv6'] as const).find((name) => name.toLowerCase() === String(value).toLowerCase())
  return known ? accepted(known) : refused(`'${String(value)}' is not in ['IPv4', 'IPv6']`)
}

const protocol: Accept = (value) => {
  if (value === null) return accepted(null)
  if (typeof value === 'number') return accepted(String(value))
  return typeof value === 'string'
    ? accepted(value.toLowerCase())
    : refused(`${String(value)} is not a protocol`)
}

const largestPort = 65_535
const portNumber = orNull(integer(0, largestPort))

export const securityGroupRuleType: ResourceType = {
  name: 'security_group_rule',
  collection: 'security_group_rules',
  path: 'security-group-rules',
  parent: {
    type: securityGroupType,
    attribute: 'security_group_id',
    facts: { 'security_group:project_id': 'project_id' },
  },
  attributes: {
    ...standardAttributes(text()),
    security_group_id: { shape: 'text', post: true, accept: uuid, required: true },
    direction: { shape: 'text', post: true, accept: oneOf('ingress', 'egress'), required: true },
    ethertype: { shape: 'text', post: true, accept: ethertype, default: 'IPv4' },
    protocol: { shape: 'text', post: true, accept: protocol, default: null },
    port_range_min: { shape: 'integer', post: true, accept: portNumber, default: null },
    port_range_max: { shape: 'integer', post: true, accept: portNumber, default: null },
    remote_ip_prefix: { shape: 'text', post: true, accept: orNull(ipPrefix), default: null },
    remote_group_id: { shape: 'text', post: true, accept: orNull(uuid), default: null },
    remote_address_group_id: { shape: 'text', post: true, accept: oneOf(null), default: null },
    description: { shape: 'text', post: true, accept: text(), default: '' },
  },
}
