import type { SecurityGroupRule } from '@nimbo/contracts/network/security-group-rule'
import { cidrOf, formatCidr } from '@nimbo/ip/ip'
import { errors } from './errors.ts'

/** Protocol names that a rule may use, and their numbers (IANA). */
const protocolNumbers: ReadonlyMap<string, number> = new Map([
  ['ah', 51],
  ['dccp', 33],
  ['egp', 8],
  ['esp', 50],
  ['gre', 47],
  ['hopopt', 0],
  ['icmp', 1],
  ['igmp', 2],
  ['ip', 0],
  ['ipip', 4],
  ['ipv6-encap', 41],
  ['ipv6-frag', 44],
  ['ipv6-icmp', 58],
  ['icmpv6', 58],
  ['ipv6-nonxt', 59],
  ['ipv6-opts', 60],
  ['ipv6-route', 43],
  ['ospf', 89],
  ['pgm', 113],
  ['rsvp', 46],
  ['sctp', 132],
  ['tcp', 6],
  ['udp', 17],
  ['udplite', 136],
  ['vrrp', 112],
])

const largestPort = 65_535
const withPorts: readonly number[] = [6, 17, 33, 132, 136]
const icmpNumbers: readonly number[] = [1, 58]
/** The protocol numbers of IPv6 extension headers and ICMPv6. */
const ofIpv6: readonly number[] = [41, 43, 44, 58, 59, 60]

/** The conditions of a rule, without its id and group. */
export type RuleMatch = Pick<
  SecurityGroupRule,
  | 'direction'
  | 'ethertype'
  | 'protocol'
  | 'port_range_min'
  | 'port_range_max'
  | 'remote_ip_prefix'
  | 'remote_group_id'
  | 'remote_address_group_id'
>

/** The protocol number; undefined for any protocol. Throws for an unknown one. */
export const protocolNumber = (protocol: string | null): number | undefined => {
  if (protocol === null || protocol === 'any') return undefined
  const named = protocolNumbers.get(protocol)
  if (named !== undefined) return named
  const number = Number(protocol)
  if (/^\d+$/.test(protocol) && number <= 255) return number
  const values = ['any', ...protocolNumbers.keys()].map((name) => `'${name}'`).join(', ')
  throw errors.SecurityGroupRuleInvalidProtocol({ protocol, values })
}

/** Throws unless the parts of a rule are consistent. */
export const checkRule = (rule: RuleMatch): void => {
  const remotes = [rule.remote_ip_prefix, rule.remote_group_id, rule.remote_address_group_id]
  if (remotes.filter((remote) => remote !== null).length > 1)
    throw errors.SecurityGroupMultipleRemoteEntites()
  const number = protocolNumber(rule.protocol)
  checkPorts(rule, number)
  if (rule.ethertype === 'IPv4' && number !== undefined && ofIpv6.includes(number))
    throw errors.SecurityGroupEthertypeConflictWithProtocol({
      ethertype: rule.ethertype,
      protocol: rule.protocol ?? '',
    })
  const version = rule.ethertype === 'IPv4' ? 4 : 6
  if (rule.remote_ip_prefix !== null && cidrOf(rule.remote_ip_prefix).version !== version)
    throw errors.SecurityGroupRuleParameterConflict({
      ethertype: rule.ethertype,
      cidr: rule.remote_ip_prefix,
    })
}

const checkPorts = (rule: RuleMatch, number: number | undefined): void => {
  const { port_range_min: min, port_range_max: max } = rule
  if (min === null && max === null) return
  if (number === undefined) throw errors.SecurityGroupProtocolRequiredWithPorts()
  if (icmpNumbers.includes(number)) {
    checkIcmp('type', 'port_range_min', min)
    checkIcmp('code', 'port_range_max', max)
    if (min === null && max !== null) throw errors.SecurityGroupMissingIcmpType({ value: max })
    return
  }
  if (!withPorts.includes(number)) throw errors.SecurityGroupInvalidProtocolForPort({ protocol: number })
  for (const port of [min, max])
    if (port !== null && (port < 1 || port > largestPort))
      throw errors.SecurityGroupInvalidPortValue({ port })
  if (min === null || max === null || min > max) throw errors.SecurityGroupInvalidPortRange()
}

const checkIcmp = (field: string, attribute: string, value: number | null): void => {
  if (value !== null && (value < 0 || value > 255))
    throw errors.SecurityGroupInvalidIcmpValue({ field, attribute, value })
}

/**
 * A key that is equal for identical rules: 0.0.0.0/0 and ::/0 count as no prefix, prefixes without their host bits, and names as
 * their numbers.
 */
export const identityOf = (rule: RuleMatch): string => {
  const prefix = rule.remote_ip_prefix
  return JSON.stringify([
    rule.direction,
    rule.ethertype,
    protocolNumber(rule.protocol) ?? null,
    rule.port_range_min,
    rule.port_range_max,
    prefix === null || cidrOf(prefix).prefixLength === 0 ? null : formatCidr(cidrOf(prefix)),
    rule.remote_group_id,
    // Left out when null, so that keys of older rows stay the same.
    ...(rule.remote_address_group_id === null ? [] : [rule.remote_address_group_id]),
  ])
}
