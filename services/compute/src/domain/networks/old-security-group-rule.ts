import type { NewOldRule } from '@nimbo/contracts/compute/old-security-groups'
import { errors } from '../../errors.ts'

/** A rule in Neutron's format. */
export interface WantedRule {
  readonly security_group_id: string
  readonly direction: 'ingress'
  readonly ethertype: 'IPv4' | 'IPv6'
  readonly protocol: string | null
  readonly port_range_min: number | null
  readonly port_range_max: number | null
  readonly remote_ip_prefix?: string
  readonly remote_group_id?: string
}

interface Ports {
  readonly protocol: string
  readonly from: number
  readonly to: number
}

const refuse = (reason: string): never => {
  throw errors.BadRequest({ reason })
}

const numberOf = (value: number | string, protocol: string): number =>
  /^-?\d+$/.test(String(value))
    ? Number(value)
    : refuse(
        protocol === 'icmp'
          ? 'Invalid input received: Type and Code must be integers for ICMP protocol type'
          : 'Invalid input received: To and From ports must be integers',
      )

const requirePorts = ({ protocol, from, to }: Ports): Ports => {
  const range = `Invalid port range ${from}:${to}.`
  if (protocol === 'icmp') {
    if ([from, to].some((value) => value < -1 || value > 255))
      refuse(`${range} For ICMP, the type:code must be valid`)
  } else {
    if (from > to) refuse(`${range} Former value cannot be greater than the later`)
    if (from < 1 || to > 65_535)
      refuse(`${range} Valid ${protocol.toUpperCase()} ports should be between 1-65535`)
  }
  return { protocol, from, to }
}

const everything: Readonly<Record<string, Ports>> = {
  icmp: { protocol: 'icmp', from: -1, to: -1 },
  tcp: { protocol: 'tcp', from: 1, to: 65_535 },
  udp: { protocol: 'udp', from: 1, to: 65_535 },
}

/** The port range; undefined for all ports, which the deprecated API allows for remote groups only. */
const portsOf = ({ ip_protocol, from_port, to_port, group_id }: NewOldRule): Ports | undefined => {
  const protocol = ip_protocol?.toLowerCase() ?? ''
  const [from, to] = [from_port ?? null, to_port ?? null]
  if (group_id && from === null && to === null) return everything[protocol]
  if (protocol === '' || from === null || to === null) return undefined
  const numbers = { protocol, from: numberOf(from, protocol), to: numberOf(to, protocol) }
  if (!(protocol in everything)) refuse(`Invalid IP protocol ${ip_protocol}.`)
  return requirePorts(numbers)
}

const prefix = /^[0-9a-fA-F:.]+(\/\d{1,3})?$/

const rangeOf = (cidr: string): string => {
  if (!prefix.test(cidr)) refuse(`${cidr} is not a valid IP network`)
  const [network = '', length] = cidr.split('/')
  if (length === '0' && network !== '0.0.0.0' && network !== '::')
    refuse(`Bad prefix for network in cidr ${cidr}`)
  return cidr
}

/** Converts a rule of Nova's deprecated API for Neutron. Throws `BadRequest`. */
export const readOldRule = (asked: NewOldRule): WantedRule => {
  const ports = portsOf(asked)
  const { group_id } = asked
  // A rule with a CIDR must name ports; with a remote group they are optional.
  if (!group_id && ports === undefined) refuse('Not enough parameters to build a valid rule.')
  const cidr = asked.cidr || '0.0.0.0/0'
  const remote = group_id ? { remote_group_id: group_id } : { remote_ip_prefix: rangeOf(cidr) }
  // Neutron has no -1 for all ICMP types.
  const told = (value: number | undefined) => (value === undefined || value < 0 ? null : value)
  return {
    security_group_id: asked.parent_group_id,
    direction: 'ingress',
    ethertype: !group_id && cidr.includes(':') ? 'IPv6' : 'IPv4',
    protocol: ports?.protocol ?? null,
    port_range_min: told(ports?.from),
    port_range_max: told(ports?.to),
    ...remote,
  }
}
