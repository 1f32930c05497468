import type { Headers } from '@nimbo/http/message'

/** Hop-by-hop headers. */
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

/**
 * Request headers that are not passed to services: credentials, which only this service sets, and those about the page's own
 * origin.
 */
const keptFromServices = new Set([
  ...ofConnection,
  ...['cookie', 'authorization', 'host', 'origin', 'referer', 'expect', 'forwarded'],
  ...['x-auth-token', 'x-service-token', 'x-subject-token', 'x-storage-token'],
])

/** Response headers that are not passed to the page: tokens, and policies of the service for browsers. */
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
 * Response headers for the page. A reply may contain anything that a user stored, so it is sandboxed: opened as a document it
 * must not act as a page of the dashboard.
 */
export const toPage = (headers: Headers): Headers => ({
  ...without(headers, (name) => keptFromPage.has(name) || name.startsWith('access-control-')),
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
})
