import type { SwiftConfig } from '../../../config.ts'
import { asItCame, badHost, dotted, type HostFilter, hostOf, movedTo } from './host-names.ts'

type RemapConfig = SwiftConfig['filter:domain_remap']

/** The account that a host name label stands for (host names have no upper case and no `_`); undefined if it is not an account. */
const accountIn = (
  { reseller_prefixes: prefixes, default_reseller_prefix: usual }: RemapConfig,
  part: string,
): string | undefined => {
  if (prefixes.length === 0) return part
  const name = part.includes('_') ? part : part.replace('-', '_')
  const [said = ''] = name.split('_')
  const prefix = prefixes.find((one) => one.toLowerCase() === said.toLowerCase())
  if (prefix !== undefined) return prefix + name.slice(prefix.length)
  return usual === undefined ? undefined : `${usual}_${name}`
}

/** Takes account and container from host names of the form `CONTAINER.ACCOUNT.DOMAIN`. */
export const domainRemap = (config: RemapConfig): HostFilter => {
  const domains = dotted(config.storage_domain)
  const root = config.path_root.replaceAll(/^\/+|\/+$/g, '')
  return async (request) => {
    const { name = '' } = hostOf(request) ?? {}
    const domain = domains.find((one) => name.endsWith(one))
    if (domain === undefined) return asItCame(request)
    const parts = name.slice(0, -domain.length).split('.')
    const [part, container] = [parts.at(-1) ?? '', parts.length === 2 ? parts[0] : undefined]
    if (parts.length > 2) return badHost('Bad domain in host header')
    const account = accountIn(config, part)
    if (account === undefined) return asItCame(request)
    const asked = request.path.slice(1)
    const hasRoot = config.mangle_client_paths && `${asked}/`.startsWith(`${root}/`)
    const path = [
      ...['', root, encodeURIComponent(account)],
      ...(container === undefined ? [] : [encodeURIComponent(container)]),
      hasRoot ? asked.slice(root.length + 1) : asked,
    ].join('/')
    return movedTo(request, { path })
  }
}
