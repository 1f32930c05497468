import * as operations from '@nimbo/contracts/volume/volume-actions'
import { microversion } from '@nimbo/operation/microversion'
import { deleteVolume } from '../../../app/delete-volume.ts'
import { extendVolume } from './extend.ts'
import { resetStatus } from './reset-status.ts'
import { updateVolume } from '../change.ts'
import { handle } from '../../../api/handle.ts'

const extendsAttached = microversion('3.42')

const isSet = (value: boolean | string): boolean => value === true || String(value).toLowerCase() === 'true'

const extend = handle(operations.extendVolume, async ({ ctx, app, params, body, version, allows }) => {
  const attached = version >= extendsAttached && allows('volume:extend_attached_volume')
  await extendVolume(app)(ctx, params.volume_id, Number(body['os-extend'].new_size), { attached })
})

const reset = handle(operations.resetStatus, async ({ ctx, app, params, body }) => {
  const { status, attach_status } = body['os-reset_status']
  await resetStatus(app)(ctx, params.volume_id, { status, detached: attach_status === 'detached' })
})

const forceDelete = handle(operations.forceDeleteVolume, async ({ ctx, app, params }) => {
  await deleteVolume(app)(ctx, params.volume_id, { force: true })
})

const setBootable = handle(operations.setBootable, async ({ ctx, app, params, body }) => {
  await updateVolume(app)(ctx, params.volume_id, { bootable: isSet(body['os-set_bootable'].bootable) })
})

const setReadonly = handle(operations.updateReadonlyFlag, async ({ ctx, app, params, body }) => {
  const readonly = isSet(body['os-update_readonly_flag'].readonly)
  await updateVolume(app)(ctx, params.volume_id, { readonly })
})

const setImageMetadata = handle(operations.setImageMetadata, async ({ ctx, app, found, body }) => {
  const { id, imageMetadata } = found.volume
  const merged = { ...imageMetadata, ...body['os-set_image_metadata'].metadata }
  await updateVolume(app)(ctx, id, { imageMetadata: merged })
  return { metadata: merged }
})

const showImageMetadata = handle(operations.showImageMetadata, async ({ found }) => ({
  metadata: found.volume.imageMetadata ?? {},
}))

/** What is done to a volume by `POST /volumes/{volume_id}/action`, but for attaching. */
export const volumeActions = [
  extend,
  reset,
  forceDelete,
  setBootable,
  setReadonly,
  setImageMetadata,
  showImageMetadata,
]
