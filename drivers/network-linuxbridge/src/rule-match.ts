import type { FilterRule } from '@nimbo/network/driver/network-agent-driver'
import { membersSet } from './members-sets.ts'

const icmp = 1
const icmpv6 = 58

const addressMatch = (
  family: 'ip' | 'ip6',
  side: 'saddr' | 'daddr',
  prefixes: readonly string[] | null,
): string => (prefixes === null ? '' : `${family} ${side} { ${prefixes.join(', ')} }`)

const range = (min: number, max: number | null): string =>
  max === null || max === min ? `${min}` : `${min}-${max}`

const protocolMatch = ({ protocol, version, portMin, portMax }: FilterRule): string => {
  if (protocol === null) return ''
  // Neutron's API lets `icmp` in an IPv6 rule mean ICMPv6.
  const number = version === 6 && protocol === icmp ? icmpv6 : protocol
  const base = `meta l4proto ${number}`
  if (portMin === null) return base
  if (number !== icmp && number !== icmpv6) return `${base} th dport ${range(portMin, portMax)}`
  const family = number === icmp ? 'icmp' : 'icmpv6'
  const code = portMax === null ? '' : ` ${family} code ${portMax}`
  return `${base} ${family} type ${portMin}${code}`
}

/**
 * One security group rule as an nftables match; undefined when it can match nobody. Members of a remote group are in a
 * set of their own.
 */
const matchOf = (rule: FilterRule): string | undefined => {
  const { remoteGroup, version, prefixes } = rule
  if (remoteGroup === undefined && prefixes?.length === 0) return undefined
  const family = version === 4 ? 'ip' : 'ip6'
  const side = rule.direction === 'ingress' ? 'saddr' : 'daddr'
  const addresses =
    remoteGroup === undefined
      ? addressMatch(family, side, prefixes)
      : `${family} ${side} @${membersSet(remoteGroup, version)}`
  const parts = [`ether type ${family}`, addresses, protocolMatch(rule)]
  return parts.filter(Boolean).join(' ')
}

/** The matches of one direction, each once. */
export const matchesOf = (
  rules: readonly FilterRule[],
  direction: FilterRule['direction'],
): readonly string[] => [
  ...new Set(rules.filter((rule) => rule.direction === direction).flatMap((rule) => matchOf(rule) ?? [])),
]
