import { isIP } from 'node:net'
import type { DownloadRules } from '@nimbo/http/download'
import { addressOf, numberOf } from '@nimbo/ip/ip'
import type { GlanceConfig } from '../../config.ts'

const usualPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/** If there is an allow list, only its values are allowed; otherwise all except those on the deny list. */
const admitted = (value: string, allowed: readonly string[], disallowed: readonly string[]): boolean =>
  allowed.length > 0 ? allowed.includes(value) : !disallowed.includes(value)

const ipv4Bits = 32n
/** The beginning of an IPv6 address that contains an IPv4 address: `::ffff:0:0/96` (RFC 4291). */
const ipv4Mapped = 0xffffn

/** An IPv4 address written as IPv6, such as `::ffff:7f00:1`, as the IPv4 address that a connection to it reaches. */
const reachedAddress = (host: string): string => {
  const number = isIP(host) === 6 ? numberOf(host) : 0n
  return number >> ipv4Bits === ipv4Mapped ? addressOf(BigInt.asUintN(Number(ipv4Bits), number), 4) : host
}

/** The host without the brackets of `[::1]` and the dot at the end of a full name, as in the options. */
const hostOf = ({ hostname }: URL): string =>
  reachedAddress(hostname.replace(/^\[|\]$|\.$/g, '').toLowerCase())

/** The rules of `[import_filtering_opts]` for web-download. `URL` normalises numeric hosts such as `0x7f.1` to IP addresses. */
export const importFilter = (options: GlanceConfig['import_filtering_opts']): DownloadRules => ({
  admits: (url) => {
    const host = hostOf(url)
    const port = url.port === '' ? (usualPorts[url.protocol] ?? '') : url.port
    return (
      Object.hasOwn(usualPorts, url.protocol) &&
      host !== '' &&
      admitted(url.protocol.slice(0, -1), options.allowed_schemes, options.disallowed_schemes) &&
      admitted(host, options.allowed_hosts, options.disallowed_hosts) &&
      admitted(port, options.allowed_ports, options.disallowed_ports)
    )
  },
  admitsAddress: (address) =>
    isIP(address) !== 0 && !options.disallowed_hosts.includes(reachedAddress(address)),
})

/** Whether the text is a URL that may be fetched. */
export const admitsAddress = (filter: DownloadRules, text: string): boolean =>
  URL.canParse(text) && filter.admits(new URL(text))
