import type { Realms } from './realms.ts'

/** The container that another is synchronized to. */
export interface SyncTarget {
  readonly url: string
  /** Absent if requests are authorized by the container's key alone. */
  readonly realm?: { readonly name: string; readonly key: string }
}

export interface SyncPeers {
  readonly realms: Realms
  /** Hosts that full URLs without a realm may name (`allowed_sync_hosts`). */
  readonly hosts: readonly string[]
}

const inRealm = (value: string, realms: Realms): SyncTarget | string => {
  const [name = '', cluster = '', account = '', container = '', ...more] = value.slice(2).split('/')
  if (container === '' || more.length > 0) return `Invalid X-Container-Sync-To format '${value}'`
  const realm = realms.get(name.toUpperCase())
  if (realm?.key === undefined) return `No realm key for '${name}'`
  const endpoint = realm.clusters.get(cluster.toUpperCase())
  if (endpoint === undefined) return `No cluster endpoint for '${name}' '${cluster}'`
  return {
    url: `${endpoint.replace(/\/+$/, '')}/${account}/${container}`,
    realm: { name: name.toUpperCase(), key: realm.key },
  }
}

/**
 * Parses `X-Container-Sync-To`: `//realm/cluster/account/container` or a URL. Returns a text that describes the error if it is
 * invalid.
 */
export const readSyncTarget = (value: string, { realms, hosts }: SyncPeers): SyncTarget | string => {
  const named = value.replace(/\/+$/, '')
  if (named.startsWith('//')) return inRealm(named, realms)
  const url = URL.canParse(named) ? new URL(named) : undefined
  if (url === undefined || !['http:', 'https:'].includes(url.protocol))
    return `Invalid scheme '${url?.protocol.replace(':', '') ?? ''}' in X-Container-Sync-To, must be "//", "http", or "https".`
  if (url.pathname === '/') return 'Path required in X-Container-Sync-To'
  if (url.search !== '' || url.hash !== '')
    return 'Params, queries, and fragments not allowed in X-Container-Sync-To'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (!hosts.includes(host)) return `Invalid host '${host}' in X-Container-Sync-To`
  return { url: named }
}
