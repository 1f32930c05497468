import type { SwiftApp } from '../../app/app.ts'
import { restoreVersion } from '../../app/restore-version.ts'
import { errors } from '../../errors.ts'
import { findLiving } from '../content/find-object.ts'
import type { ObjectHandler } from '../object-request.ts'
import { requireContainer } from '../require.ts'
import { storedReply } from './stored-reply.ts'

/** `PUT …?version-id=ID`: makes an older version of an object the current one. */
export const restoreObject =
  (app: SwiftApp): ObjectHandler =>
  async (request) => {
    const container = await requireContainer(app, request, 'write')
    const { object: name = '' } = request
    await restoreVersion(app, container, name, request.query.get('version-id') ?? '')
    const object = await findLiving(app, container, name)
    if (!object) throw errors.NotFound()
    return storedReply(object)
  }
