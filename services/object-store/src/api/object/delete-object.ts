import type { HttpResponse } from '@nimbo/http/message'
import { noContent } from '@nimbo/http/reply'
import type { SwiftApp } from '../../app/app.ts'
import { deleteWithParts } from '../../app/multipart/delete-with-parts.ts'
import { destroyVersion } from '../../app/destroy-version.ts'
import { deleteObject } from '../../app/delete-object.ts'
import type { Container } from '../../db/containers.ts'
import { unversioned } from '../../domain/unversioned.ts'
import { errors } from '../../errors.ts'
import { findLiving } from '../content/find-object.ts'
import type { ObjectHandler, ObjectRequest } from '../object-request.ts'
import { requireContainer } from '../require.ts'
import { deleteLargeObject } from './delete-large-object.ts'

/** Deletes an object; with `?multipart-manifest=delete` also the segments of a static large object. */
export const removeObject = (app: SwiftApp): ObjectHandler => {
  const deleteLarge = deleteLargeObject(app)
  return async (request) => {
    const container = await requireContainer(app, request, 'write')
    if (request.query.get('multipart-manifest') === 'delete') return deleteLarge(request)
    const versionId = request.query.get('version-id')
    if (versionId !== null) return removeVersion(app, container, request, versionId)
    const object = await findLiving(app, container, request.object ?? '')
    const { asOf, endsUploads } = request
    const remove = endsUploads ? deleteWithParts : deleteObject
    const deleted = object && (await remove(app, container, object.name, { asOf }))
    if (!deleted) throw errors.NotFound()
    return noContent({
      'content-type': 'text/html; charset=UTF-8',
      ...(deleted.versionId === undefined ? {} : { 'x-object-version-id': deleted.versionId }),
    })
  }
}

const removeVersion = async (
  app: SwiftApp,
  container: Container,
  { object: name = '', endsUploads }: ObjectRequest,
  versionId: string,
): Promise<HttpResponse> => {
  if (!(await destroyVersion(app, container, { name, versionId, endsUploads }))) throw errors.NotFound()
  const current = await app.objects.find(container.id, name)
  return noContent({
    'content-type': 'text/html; charset=UTF-8',
    'x-object-version-id': versionId,
    'x-object-current-version-id': current?.versionId ?? unversioned,
  })
}
