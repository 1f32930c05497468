import { noContent } from '@nimbo/http/reply'
import type { SwiftApp } from '../../app/app.ts'
import { errors } from '../../errors.ts'
import type { ObjectHandler } from '../object-request.ts'
import { requireContainer } from '../require.ts'

/** Deletes a container; one that holds objects, expired ones too, stays. */
export const deleteContainer =
  (app: SwiftApp): ObjectHandler =>
  async (request) => {
    const { id } = await requireContainer(app, request, 'own')
    if (!(await app.containers.removeEmpty(id))) throw errors.Conflict({ reason: '' })
    return noContent({ 'content-type': 'text/html; charset=UTF-8' })
  }
