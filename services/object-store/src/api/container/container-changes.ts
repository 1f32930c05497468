import type { SwiftApp } from '../../app/app.ts'
import { cleanAcl } from '../../domain/acl.ts'
import { type Metadata, withPrefix } from '../../domain/metadata.ts'
import { requireMetadata } from '../../domain/metadata-limits.ts'
import { errors } from '../../errors.ts'
import type { ObjectRequest } from '../object-request.ts'
import { requireSyncTarget } from './require-sync-target.ts'
import { quotaChanges } from '../quota-changes.ts'
import { etagChanges } from '../middleware/etag-quoter.ts'
import { removals } from '../removals.ts'

/** The headers with access control lists. */
const acls = ['x-container-read', 'x-container-write']

/** Headers other than metadata that are stored with the container. */
const kept = ['x-versions-location', 'x-history-location', 'x-container-sync-to', 'x-container-sync-key']

/**
 * The new value of `X-Versions-Enabled` as it is shown, `True` or `False`; undefined if the request does not set it. Throws when
 * it is combined with `X-Versions-Location` or `X-History-Location`, the older way of versioning.
 */
const versionsEnabled = (headers: Metadata): string | undefined => {
  const { 'x-versions-enabled': asked, 'x-versions-location': stack, 'x-history-location': history } = headers
  if (stack && history)
    throw errors.Invalid({ reason: 'Only one of X-Versions-Location or X-History-Location may be specified' })
  if (asked === undefined) return undefined
  const isEnabled = ['true', '1', 'yes', 'on', 't', 'y'].includes(asked.toLowerCase())
  if (isEnabled && (stack || history))
    throw errors.Invalid({
      reason: 'Cannot enable object versioning with X-Versions-Location or X-History-Location',
    })
  return isEnabled ? 'True' : 'False'
}

/** The changes a request makes to the metadata of a container. */
export const containerChanges = (app: SwiftApp, request: ObjectRequest): Metadata => {
  const { config } = app
  const removed = removals(request.headers, 'container')
  const headers = { ...request.headers, ...removed }
  requireMetadata(headers, 'x-container-meta-', config['swift-constraints'])
  const lists = acls.flatMap((name) => {
    const value = headers[name]
    return value === undefined ? [] : [[name, cleanAcl(name, value)] as const]
  })
  const others = kept.flatMap((name) => {
    const isRemoved = headers[name.replace('x-', 'x-remove-')] !== undefined
    const value = isRemoved ? '' : headers[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const enabled = versionsEnabled(headers)
  requireSyncTarget(app, headers['x-container-sync-to'])
  return {
    ...withPrefix(headers, 'x-container-meta-', 'x-container-sysmeta-'),
    ...quotaChanges(headers, 'x-container-'),
    ...etagChanges(app, request.headers, 'container'),
    ...Object.fromEntries([...lists, ...others]),
    ...(enabled === undefined ? {} : { 'x-versions-enabled': enabled }),
  }
}
