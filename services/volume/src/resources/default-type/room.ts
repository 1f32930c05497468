import * as operations from '@nimbo/contracts/volume/default-types'
import { isFault } from '@nimbo/kernel/errors'
import { handle } from '../../api/handle.ts'
import type { Room } from '../../api/room.ts'
import { resolveType } from '../../app/need.ts'
import {
  findDefaultType,
  listDefaultTypes,
  setDefaultType,
  unsetDefaultType,
} from '../../db/default-types.ts'
import { errors } from '../../errors.ts'
import { createDefaultTypes } from './migration.ts'

const list = handle(operations.listDefaultTypes, async ({ app }) => ({
  default_types: [...(await listDefaultTypes(app.db))],
}))

const show = handle(operations.showDefaultTypeOf, async ({ app, params: { project_id } }) => {
  const volume_type_id = await findDefaultType(app.db, project_id)
  if (volume_type_id === undefined) throw errors.VolumeTypeProjectDefaultNotFound({ id: project_id })
  return { default_type: { project_id, volume_type_id } }
})

/** An unknown type in the body is answered with 400, not 404. */
const asBadRequest = (error: unknown): never => {
  if (isFault(error, 'VolumeTypeNotFoundByName') || isFault(error, 'VolumeTypeNotFound'))
    throw errors.BadRequest({ reason: error.message })
  throw error
}

const set = handle(operations.setDefaultType, async ({ app, ctx, params: { project_id }, body }) => {
  const { id: volume_type_id } = await resolveType(app, ctx, body.default_type.volume_type).catch(
    asBadRequest,
  )
  await setDefaultType(app.db, project_id, volume_type_id)
  return { default_type: { project_id, volume_type_id } }
})

const unset = handle(operations.unsetDefaultType, ({ app, params: { project_id } }) =>
  unsetDefaultType(app.db, project_id),
)

export const defaultTypeRoom: Room = {
  routes: [list, show, set, unset],
  extensions: [],
  migrations: { '0008-default-types': createDefaultTypes },
}
