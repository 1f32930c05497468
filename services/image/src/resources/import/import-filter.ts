import { isIP } from 'node:net'
import type { DownloadRules } from '@nimbo/http/download'
import type { GlanceConfig } from '../../config.ts'

const usualPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/** Of what is allowed by name nothing else may be; where nothing is, all may be but what is disallowed. */
const admitted = (value: string, allowed: readonly string[], disallowed: readonly string[]): boolean =>
  allowed.length > 0 ? allowed.includes(value) : !disallowed.includes(value)

/** `[::1]` without its brackets: as addresses stand in lists, and as names are looked up. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').toLowerCase()

/** What an operator lets web-download fetch. `URL` writes numbers such as `0x7f.1` as the address they are. */
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

/** Whether an address is one, and may be fetched. */
export const admitsAddress = (filter: DownloadRules, text: string): boolean =>
  URL.canParse(text) && filter.admits(new URL(text))
