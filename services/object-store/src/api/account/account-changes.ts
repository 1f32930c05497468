import type { SwiftApp } from '../../app/app.ts'
import { type Metadata, withPrefix } from '../../domain/metadata.ts'
import { requireMetadata } from '../../domain/metadata-limits.ts'
import { internalAccountHeaders } from './internal-account-headers.ts'
import { etagChanges } from '../middleware/etag-quoter.ts'
import { removals } from '../removals.ts'
import type { ObjectRequest } from '../object-request.ts'
import { quotaChanges } from '../quota-changes.ts'
import { requireRight } from '../require.ts'

/** The changes a request makes to the metadata of an account. Only reseller admins may set quotas. */
export const accountChanges = ({ config }: Pick<SwiftApp, 'config'>, request: ObjectRequest): Metadata => {
  const headers = { ...request.headers, ...removals(request.headers, 'account') }
  requireMetadata(headers, 'x-account-meta-', config['swift-constraints'])
  const quota = quotaChanges(headers, 'x-account-')
  if (Object.keys(quota).length > 0) requireRight(request, 'manage')
  return {
    ...withPrefix(headers, 'x-account-meta-'),
    ...quota,
    ...internalAccountHeaders({ config }, request),
    ...etagChanges({ config }, request.headers, 'account'),
  }
}
