import { noQuery } from '@nimbo/http/message'
import type { SwiftApp } from '../../app/app.ts'
import type { Container } from '../../db/containers.ts'
import type { FoundObject } from '../../db/find-object.ts'
import type { StoredObject } from '../../db/objects.ts'
import { isExpired } from '../../domain/is-expired.ts'
import { unversioned } from '../../domain/unversioned.ts'
import { readObjectName } from '../../domain/resource-path.ts'
import { errors } from '../../errors.ts'
import type { ObjectRequest } from '../object-request.ts'
import { requireContainer, requireRightTo } from '../require.ts'

/** The maximum number of symlinks to follow; more are treated as a loop. */
export const mostLinks = 2

/** The object with a name in a container, unless it has expired. */
export const findLiving = async (
  app: SwiftApp,
  { id }: Pick<Container, 'id'>,
  name: string,
): Promise<StoredObject | undefined> => {
  const object = await app.objects.find(id, name)
  return object && !isExpired(object, app.clock) ? object : undefined
}

/** The object that a request names, without following symlinks. The caller must be allowed to read it. */
export const requireObject = async (app: SwiftApp, request: ObjectRequest): Promise<FoundObject> => {
  const { account, container = '', object = '' } = request
  const versionId = request.query.get('version-id')
  if (versionId !== null) return requireVersion(app, request, versionId)
  const found = await app.findObject(account, container, object)
  if (!found) {
    await requireContainer(app, request, 'read')
    throw errors.NotFound()
  }
  requireRightTo(found.container, request, 'read')
  if (isExpired(found.object, app.clock)) throw errors.NotFound()
  return found
}

const requireVersion = async (
  app: SwiftApp,
  request: ObjectRequest,
  versionId: string,
): Promise<FoundObject> => {
  const container = await requireContainer(app, request, 'read')
  const object = await findVersion(app, container, request.object ?? '', versionId)
  if (!object) throw errors.NotFound()
  return { container, object }
}

const findVersion = async (
  app: SwiftApp,
  { id }: Container,
  name: string,
  versionId: string,
): Promise<StoredObject | undefined> => {
  const current = await app.objects.find(id, name)
  if (current && (current.versionId ?? unversioned) === versionId) return current
  const version = await app.versions.find(id, name, versionId)
  return version?.isMarker === false ? version : undefined
}

/** The target of a symlink. */
export const targetOf = (
  { account }: Pick<ObjectRequest, 'account'>,
  { headers }: StoredObject,
): Required<Pick<ObjectRequest, 'account' | 'container' | 'object'>> => ({
  account: headers['x-symlink-target-account'] ?? account,
  ...readObjectName('X-Symlink-Target', headers['x-symlink-target'] ?? ''),
})

export interface Followed extends FoundObject {
  /** The request with the path replaced by that of the symlinks' target. */
  readonly request: ObjectRequest
}

/** The object that a request names, after following symlinks. The caller must be allowed to read each symlink and the target. */
export const followLinks = async (app: SwiftApp, asked: ObjectRequest): Promise<Followed> => {
  let request = asked
  for (let links = 0; links <= mostLinks; links += 1) {
    const found = await requireObject(app, request)
    if (found.object.kind !== 'link') return { ...found, request }
    const pinned = found.object.headers['x-symlink-target-etag']
    // A version id in the query is that of the symlink, not of its target.
    request = { ...request, ...targetOf(request, found.object), query: noQuery }
    if (pinned === undefined) continue
    const target = await requireObject(app, request)
    if (target.object.etag !== pinned)
      throw errors.Conflict({ reason: 'Object Etag does not match X-Symlink-Target-Etag header.' })
  }
  throw errors.Conflict({ reason: `Too many levels of symbolic links, maximum allowed is ${mostLinks}` })
}
