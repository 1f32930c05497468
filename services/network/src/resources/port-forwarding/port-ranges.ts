import type { PlainPortForwarding } from '@nimbo/contracts/network/port-forwarding'
import { badForwarding } from './errors.ts'

/** A range of ports, inclusive at both ends. */
export interface PortRange {
  readonly first: number
  readonly last: number
}

export const rangeOf = (text: string): PortRange => {
  const [first = 0, last = first] = text.split(':').map(Number)
  return { first, last }
}

export const meet = (one: PortRange, other: PortRange): boolean =>
  one.first <= other.last && other.first <= one.last

type Side = 'internal' | 'external'

/** The ports of a request: a single one or a range. */
export interface AskedPorts {
  readonly internal_port?: number | null
  readonly external_port?: number | null
  readonly internal_port_range?: string
  readonly external_port_range?: string
}

const asked = (side: Side, said: AskedPorts, before: AskedPorts): PortRange => {
  const [port, range] = [said[`${side}_port`], said[`${side}_port_range`]]
  if (typeof port === 'number' && range !== undefined)
    throw badForwarding(`The ${side}_port and the ${side}_port_range cannot be specified together`)
  if (typeof port === 'number') return { first: port, last: port }
  const text = range ?? before[`${side}_port_range`]
  if (text === undefined) throw badForwarding(`Either ${side}_port or ${side}_port_range must be specified`)
  return rangeOf(text)
}

type Ports = Pick<
  PlainPortForwarding,
  'internal_port' | 'external_port' | 'internal_port_range' | 'external_port_range'
>

const single = ({ first, last }: PortRange): number | null => (first === last ? first : null)

/**
 * The ports of a port forwarding. Throws unless the ranges have the same size, or the internal one is a single port.
 */
export const portsAsked = (said: AskedPorts, before: AskedPorts = {}): Ports => {
  const internal = asked('internal', said, before)
  const external = asked('external', said, before)
  const inside = internal.last - internal.first
  if (inside !== 0 && inside !== external.last - external.first)
    throw badForwarding('The internal and the external port range must have the same size')
  return {
    internal_port: single(internal),
    external_port: single(external),
    internal_port_range: `${internal.first}:${internal.last}`,
    external_port_range: `${external.first}:${external.last}`,
  }
}
