import type { SwiftApp } from '../../app/app.ts'
import type { Metadata } from '../../domain/metadata.ts'
import type { ObjectRequest } from '../object-request.ts'

const mark = 'x-account-sysmeta-read-only'
const truths = ['true', '1', 'yes', 'on', 't', 'y']

/**
 * What a reseller admin says of an account that is nobody else's to say, nor to see: whether it is closed to writers. Where the operator
 * wants none of this it is passed over, as it is of everybody else. Empty takes it back.
 */
export const accountMarks = (
  { config }: Pick<SwiftApp, 'config'>,
  { account, container, method, access, headers, http }: ObjectRequest,
): Metadata => {
  const said = http.headers[mark]
  if (said === undefined || container !== undefined || !config['filter:read_only'].enabled) return {}
  if (!['POST', 'PUT'].includes(method) || !access.may({ account, right: 'manage', headers })) return {}
  return { [mark]: said === '' ? '' : String(truths.includes(said.toLowerCase())) }
}
