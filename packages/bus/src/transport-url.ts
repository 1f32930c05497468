import { errors } from './errors.ts'

export interface BrokerAddress {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
}

/** A parsed `transport_url`: the brokers of a cluster, tried in turn, and the virtual host. */
export interface TransportUrl {
  readonly brokers: readonly BrokerAddress[]
  readonly vhost: string
  readonly tls: boolean
}

const schemes: Readonly<Record<string, { readonly tls: boolean }>> = {
  rabbit: { tls: false },
  'rabbit+ssl': { tls: true },
  amqp: { tls: false },
  amqps: { tls: true },
}

const defaultPort = { plain: 5672, tls: 5671 }

/**
 * Parses a `transport_url` in oslo.messaging's format: `rabbit://user:password@host1:5672,user:password@host2/vhost`. No path
 * means the virtual host `/`; `?ssl=1` means TLS. Throws `InvalidTransportUrl`, which never contains a password.
 */
export const parseTransportUrl = (text: string): TransportUrl => {
  const [, scheme = '', authority = '', path = '', query = ''] =
    /^([a-z+]+):\/\/([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/.exec(text.trim()) ?? []
  const known = Object.hasOwn(schemes, scheme) ? schemes[scheme] : undefined
  if (known === undefined)
    throw errors.InvalidTransportUrl({
      problem: `it must begin with one of ${Object.keys(schemes).join(', ')} and ://`,
    })
  const tls = known.tls || ['1', 'true'].includes(new URLSearchParams(query).get('ssl')?.toLowerCase() ?? '')
  const port = tls ? defaultPort.tls : defaultPort.plain
  const brokers = authority.split(',').map((part) => parseBroker(part, port))
  return { brokers, vhost: decode(path) || '/', tls }
}

const parseBroker = (text: string, defaultPort: number): BrokerAddress => {
  const at = text.lastIndexOf('@')
  const [, username = '', password = ''] = /^([^:]*):?(.*)$/.exec(text.slice(0, Math.max(0, at))) ?? []
  const place = text.slice(at + 1)
  const [, bracketed, plain, portText] = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]]+))(?::(\d+))?$/.exec(place) ?? []
  const host = bracketed ?? plain
  const port = portText === undefined ? defaultPort : Number(portText)
  if (host === undefined || port < 1 || port > 65_535)
    throw errors.InvalidTransportUrl({ problem: `"${place}" is not a host with an optional port` })
  return { host, port, username: decode(username) || 'guest', password: decode(password) || 'guest' }
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw errors.InvalidTransportUrl({ problem: 'a % is not followed by two hexadecimal digits' })
  }
}
