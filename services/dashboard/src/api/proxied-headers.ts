import type { Headers } from '@nimbo/http/message'

/** Headers that are about one connection. */
const ofConnection = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** Who asks, the page may not say; and where it stands concerns no service. */
const keptFromServices = new Set([
  ...ofConnection,
  ...['cookie', 'authorization', 'host', 'origin', 'referer', 'expect', 'forwarded'],
  ...['x-auth-token', 'x-service-token', 'x-subject-token', 'x-storage-token'],
])

/** No page is handed a token, or told by a service what it may do with the reply. */
const keptFromPage = new Set([
  ...ofConnection,
  ...['set-cookie', 'www-authenticate', 'x-subject-token', 'x-auth-token', 'x-storage-token'],
  ...['content-security-policy', 'strict-transport-security', 'location-secret'],
])

const without = (headers: Headers, isKept: (name: string) => boolean): Headers =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !isKept(name)))

export const toService = (headers: Headers, token: string): Headers => ({
  ...without(
    headers,
    (name) => keptFromServices.has(name) || /^(sec|x-forwarded|openstack-identity)-/.test(name),
  ),
  'x-auth-token': token,
})

/**
 * What a service sends may be anything that somebody put there: a browser that opens it by its address must not take it
 * for a page of ours.
 */
export const toPage = (headers: Headers): Headers => ({
  ...without(headers, (name) => keptFromPage.has(name) || name.startsWith('access-control-')),
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
})
