import { apart, attribute, partlyGiven } from '@nimbo/resource/describe/attribute'
import { accepted, refused, refusedAs, textType } from '@nimbo/resource/describe/value-type'
import { boolean, integer, oneOf, orNull, text, uuid } from '@nimbo/resource/describe/value-types'
import { ipPrefixWithHost } from './address-types.ts'
import { standard } from './standard.ts'

const ethertypes = ['IPv4', 'IPv6'] as const

/** Accepted in any case. */
const ethertype = textType(
  (given) => {
    const known = ethertypes.find((name) => name.toLowerCase() === String(given).toLowerCase())
    return known
      ? accepted(known)
      : refusedAs(
          'SecurityGroupRuleInvalidEtherType',
          `Security group rule for ethertype '${String(given)}' not supported. Allowed values are ['IPv4', 'IPv6'].`,
        )
  },
  oneOf(...ethertypes).schema,
)

/** A protocol's name in lower case, or its number as text. */
const protocol = textType((given) => {
  if (typeof given === 'number') return accepted(String(given))
  return typeof given === 'string'
    ? accepted(given.toLowerCase())
    : refused(`${String(given)} is not a protocol`)
})

/** A port, or an ICMP type or code; validated together with the protocol. */
const number = integer(-2_147_483_648, 2_147_483_647)
const portNumber = orNull({
  ...number,
  accept: (given: unknown) => {
    const result = number.accept(given)
    return 'problem' in result
      ? refusedAs('SecurityGroupInvalidPortValue', `Invalid value for port ${String(given)}`)
      : result
  },
})

/** A prefix with its host bits. */
const remotePrefix = textType((given) => {
  const result = ipPrefixWithHost.accept(given)
  return 'problem' in result
    ? refusedAs('InvalidCIDR', `Invalid CIDR ${String(given)} given as IP prefix.`)
    : result
})

/** The attributes of a rule, also shown within its group. */
export const securityGroupRuleAttributes = {
  ...standard,
  // Any text is accepted; a group with an invalid id is simply not found.
  security_group_id: partlyGiven(uuid, text(), { on: 'create', required: true }),
  direction: attribute(oneOf('ingress', 'egress'), { on: 'create', required: true, example: 'ingress' }),
  ethertype: attribute(ethertype, { on: 'create', default: 'IPv4' }),
  protocol: attribute(orNull(protocol), { on: 'create', default: null }),
  port_range_min: attribute(portNumber, { on: 'create', default: null }),
  port_range_max: attribute(portNumber, { on: 'create', default: null }),
  remote_ip_prefix: attribute(orNull(remotePrefix), { on: 'create', default: null }),
  remote_group_id: attribute(orNull(text()), { on: 'create', default: null }),
  remote_address_group_id: attribute(orNull(uuid), { on: 'create', default: null }),
  description: attribute(text(), { on: 'create', default: '' }),
  // The prefix without host bits, as the rule applies it.
  normalized_cidr: apart(orNull(text()), { filter: false }),
  belongs_to_default_sg: apart(boolean, { filter: false }),
}
