import { noContent } from '@nimbo/http/reply'
import type { SwiftApp } from '../../app/app.ts'
import { deleteObject } from '../../app/delete-object.ts'
import { errors } from '../../errors.ts'
import { findLiving } from '../content/find-object.ts'
import type { ObjectHandler } from '../object-request.ts'
import { requireContainer } from '../require.ts'
import { deleteLargeObject } from './delete-large-object.ts'

/** Deletes an object; `?multipart-manifest=delete` the segments of a large one with it. */
export const removeObject = (app: SwiftApp): ObjectHandler => {
  const deleteLarge = deleteLargeObject(app)
  return async (request) => {
    const container = await requireContainer(app, request, 'write')
    if (request.query.get('multipart-manifest') === 'delete') return deleteLarge(request)
    const object = await findLiving(app, container, request.object ?? '')
    if (!object || !(await deleteObject(app, container, object.name))) throw errors.NotFound()
    return noContent({ 'content-type': 'text/html; charset=UTF-8' })
  }
}
