import type { SwiftApp } from '../../app/app.ts'
import { errors } from '../../errors.ts'
import type { ObjectRequest } from '../object-request.ts'
import { requireRight } from '../require.ts'

/** Throws unless the configuration allows account management and the caller is a reseller admin. */
export const requireManagement = ({ config }: Pick<SwiftApp, 'config'>, request: ObjectRequest): void => {
  requireRight(request, 'manage')
  if (!config['app:proxy-server'].allow_account_management)
    throw errors.MethodNotAllowed({ allow: 'GET, HEAD, OPTIONS, POST' })
}
