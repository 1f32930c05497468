import type { SwiftApp } from '../../app/app.ts'
import { syncAccess } from '../../app/access/sync-access.ts'
import { quotedPath } from '../../domain/s3/quoted.ts'
import { isSyncSignature } from '../../domain/sync/realms.ts'
import { readTimestamp } from '../../domain/timestamps.ts'
import { errors } from '../../errors.ts'
import type { Middleware, ObjectRequest } from '../object-request.ts'
import { signedPaths } from './signed-paths.ts'

const isSigned = (app: SwiftApp, request: ObjectRequest, userKey: string | undefined): boolean => {
  const { headers, method, account, container = '', object = '' } = request
  const [name = '', nonce = '', signature, ...more] = (headers['x-container-sync-auth'] ?? '').split(/\s+/)
  const realm = app.realms().get(name.toUpperCase())
  if (signature === undefined || more.length > 0 || !realm || userKey === undefined) return false
  const timestamp = headers['x-timestamp'] ?? '0'
  const path = `/v1/${quotedPath([account, container, object].join('/'))}`
  return [realm.key, realm.key2].some(
    (key) =>
      key !== undefined &&
      signedPaths(request, path).some((signed) =>
        isSyncSignature(key, { method, path: signed, timestamp, nonce, userKey }, signature),
      ),
  )
}

/** The time of the change from `X-Timestamp`. Throws when it is not a valid timestamp. */
const saidInstant = ({ headers }: ObjectRequest): string | undefined => {
  const said = headers['x-timestamp']
  if (said === undefined) return undefined
  const instant = readTimestamp(said)
  if (instant === undefined)
    throw errors.Invalid({
      reason: `X-Timestamp should be a UNIX timestamp float value; was '${said}'`,
    })
  return instant
}

/**
 * Authorizes requests of container sync peers, which sign with the key of their realm or send the key of the container. The peer
 * also sends the time of the change.
 */
export const containerSync =
  (app: SwiftApp): Middleware =>
  (next) => {
    const trusting = !app.config['filter:gatekeeper'].shunt_inbound_x_timestamp
    return async (request) => {
      const { account, container, object, headers } = request
      const signed = headers['x-container-sync-auth'] !== undefined
      const shown = headers['x-container-sync-key']
      const isOfPeer =
        object !== undefined && (signed || (shown !== undefined && headers['x-timestamp'] !== undefined))
      if (container === undefined || !isOfPeer)
        return next(trusting ? { ...request, asOf: saidInstant(request) } : request)
      const key = (await app.containers.find(account, container))?.metadata['x-container-sync-key']
      if (signed && !isSigned(app, request, key)) throw errors.SyncUnsigned()
      if (!signed && (key === undefined || key !== shown)) return next(request)
      return next({
        ...request,
        access: syncAccess({ account, container }),
        isOfPeer: true,
        asOf: saidInstant(request),
      })
    }
  }
