import * as operations from '@nimbo/contracts/volume/types'
import { removeExtraSpec, setExtraSpecs, showExtraSpec } from '../types.ts'
import { isForEveryone, visibleSpecs } from '../../../domain/type-extra-specs.ts'
import { errors } from '../../../errors.ts'
import { handle } from '../../../api/handle.ts'

const list = handle(operations.listExtraSpecs, async ({ found, allows }) => ({
  extra_specs: visibleSpecs(found.type.extraSpecs, allows(operations.readSensitive)),
}))

const create = handle(operations.createExtraSpecs, async ({ ctx, app, params, body }) => {
  await setExtraSpecs(app)(ctx, params.volume_type_id, body.extra_specs, 'create')
  return { extra_specs: body.extra_specs }
})

const show = handle(operations.showExtraSpec, async ({ ctx, app, params, allows }) => {
  const { volume_type_id, key } = params
  // An extra spec that the caller may not see is answered like one that does not exist.
  if (!isForEveryone(key) && !allows(operations.readSensitive))
    throw errors.VolumeTypeExtraSpecsNotFound({ id: volume_type_id, key })
  return { [key]: await showExtraSpec(app)(ctx, volume_type_id, key) }
})

const update = handle(operations.updateExtraSpec, async ({ ctx, app, params, body }) => {
  const { volume_type_id, key } = params
  if (!Object.hasOwn(body, key)) throw errors.BadRequest({ reason: 'Request body and URI mismatch' })
  if (Object.keys(body).length > 1)
    throw errors.BadRequest({ reason: 'Request body contains too many items' })
  await setExtraSpecs(app)(ctx, volume_type_id, body, 'update')
  return body
})

const remove = handle(operations.deleteExtraSpec, async ({ ctx, app, params }) => {
  await removeExtraSpec(app)(ctx, params.volume_type_id, params.key)
})

export const typeExtraSpecs = [list, create, show, update, remove]
