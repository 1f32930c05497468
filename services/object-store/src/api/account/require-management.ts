import type { SwiftApp } from '../../app/app.ts'
import { errors } from '../../errors.ts'
import type { ObjectRequest } from '../object-request.ts'
import { requireRight } from '../require.ts'

/** Throws unless the cloud lets reseller admins manage accounts, and the caller is one. */
export const requireManagement = ({ config }: Pick<SwiftApp, 'config'>, request: ObjectRequest): void => {
  requireRight(request, 'manage')
  if (!config['app:proxy-server'].allow_account_management)
    throw errors.MethodNotAllowed({ allow: 'GET, HEAD, OPTIONS, POST' })
}
