import type { SwiftApp } from '../../app/app.ts'
import type { Metadata } from '../../domain/metadata.ts'
import type { ObjectRequest } from '../object-request.ts'

const mark = 'x-account-sysmeta-read-only'
const truths = ['true', '1', 'yes', 'on', 't', 'y']

/**
 * The internal headers that a reseller admin may set on an account: whether it is read-only. Ignored for other callers, and if
 * `[filter:read_only] enabled` is off. An empty value removes it; responses never contain it.
 */
export const internalAccountHeaders = (
  { config }: Pick<SwiftApp, 'config'>,
  { account, container, method, access, headers, http }: ObjectRequest,
): Metadata => {
  const said = http.headers[mark]
  if (said === undefined || container !== undefined || !config['filter:read_only'].enabled) return {}
  if (!['POST', 'PUT'].includes(method) || !access.may({ account, right: 'manage', headers })) return {}
  return { [mark]: said === '' ? '' : String(truths.includes(said.toLowerCase())) }
}
