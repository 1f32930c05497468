import { isIP } from 'node:net'
import type { DownloadRules } from '@nimbo/http/download'
import type { GlanceConfig } from '../../config.ts'

const usualPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/** If there is an allow list, only its values are allowed; otherwise all except those on the deny list. */
const admitted = (value: string, allowed: readonly string[], disallowed: readonly string[]): boolean =>
  allowed.length > 0 ? allowed.includes(value) : !disallowed.includes(value)

/** The host name without the brackets of `[::1]`, as in the options and for name resolution. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').toLowerCase()

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
  admitsAddress: (address) => isIP(address) !== 0 && !options.disallowed_hosts.includes(address),
})

/** Whether the text is a URL that may be fetched. */
export const admitsAddress = (filter: DownloadRules, text: string): boolean =>
  URL.canParse(text) && filter.admits(new URL(text))
