import { noContent } from '@nimbo/http/reply'
import type { SwiftApp } from '../../app/app.ts'
import { removeContainer } from '../../app/remove-container.ts'
import { errors } from '../../errors.ts'
import type { ObjectHandler } from '../object-request.ts'
import { requireContainer } from '../require.ts'

/** Deletes a container. Fails when it still contains objects, other than expired ones. */
export const deleteContainer =
  (app: SwiftApp): ObjectHandler =>
  async (request) => {
    const { id } = await requireContainer(app, request, 'own')
    if (!(await removeContainer(app, id))) throw errors.Conflict({ reason: '' })
    return noContent({ 'content-type': 'text/html; charset=UTF-8' })
  }
