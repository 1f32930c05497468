import type { FilterRule } from '@nimbo/network/driver/network-agent-driver'
import { setsOfMembers } from './members-sets.ts'

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

/** The addresses that a rule is about: none for any address, one match for each set with members of a remote group. */
const addressMatches = ({ remoteGroup, version, direction, prefixes }: FilterRule): string[] => {
  const family = version === 4 ? 'ip' : 'ip6'
  const side = direction === 'ingress' ? 'saddr' : 'daddr'
  return remoteGroup === undefined
    ? [addressMatch(family, side, prefixes)]
    : setsOfMembers(remoteGroup, version).map((name) => `${family} ${side} @${name}`)
}

/** One security group rule as nftables matches; none when it can match nobody. */
const matchOf = (rule: FilterRule): string[] => {
  if (rule.remoteGroup === undefined && rule.prefixes?.length === 0) return []
  const type = `ether type ${rule.version === 4 ? 'ip' : 'ip6'}`
  return addressMatches(rule).map((addresses) =>
    [type, addresses, protocolMatch(rule)].filter(Boolean).join(' '),
  )
}

/** The matches of one direction, each once. */
export const matchesOf = (
  rules: readonly FilterRule[],
  direction: FilterRule['direction'],
): readonly string[] => [...new Set(rules.filter((rule) => rule.direction === direction).flatMap(matchOf))]
