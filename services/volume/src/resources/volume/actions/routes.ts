import * as operations from '@nimbo/contracts/volume/volume-actions'
import * as completions from '@nimbo/contracts/volume/volume-completions'
import { microversion } from '@nimbo/operation/microversion'
import { deleteVolume } from '../../../app/delete-volume.ts'
import { completeMigration, refuseExtension } from './complete.ts'
import { extendVolume } from './extend.ts'
import { resetStatus } from './reset-status.ts'
import { removeImageMetadata, updateVolume } from '../change.ts'
import { wireTime } from '../../../domain/wire-time.ts'
import { hostOrCluster } from '../../../domain/host-or-cluster.ts'
import { isTrue } from '../../../app/paging.ts'
import { errors } from '../../../errors.ts'
import { migrateVolume } from './migrate.ts'
import { retypeVolume } from './retype.ts'
import { reimageVolume } from './reimage.ts'
import { revertVolume } from './revert.ts'
import { uploadVolume } from './upload.ts'
import { handle } from '../../../api/handle.ts'

const toClusters = microversion('3.16')
const extendsAttached = microversion('3.42')

const isSet = (value: boolean | string): boolean => isTrue(String(value))

const extend = handle(operations.extendVolume, async ({ ctx, app, params, body, version, allows }) => {
  const attached = version >= extendsAttached && allows('volume:extend_attached_volume')
  await extendVolume(app)(ctx, params.volume_id, Number(body['os-extend'].new_size), { attached })
})

const reset = handle(operations.resetStatus, async ({ ctx, app, params, body }) => {
  const { status, attach_status, migration_status } = body['os-reset_status']
  if (status === undefined && attach_status === undefined && migration_status === undefined)
    throw errors.BadRequest({
      reason: "Must specify 'status', 'attach_status' or 'migration_status' for update.",
    })
  const migration = migration_status === 'none' ? null : migration_status
  await resetStatus(app)(ctx, params.volume_id, { status, migration, detached: attach_status === 'detached' })
})

const forceDelete = handle(operations.forceDeleteVolume, async ({ ctx, app, found }) => {
  await deleteVolume(app)(ctx, found.volume, { force: true })
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

const unsetImageMetadata = handle(operations.unsetImageMetadata, async ({ ctx, app, found, body }) => {
  await removeImageMetadata(app)(ctx, found.volume, body['os-unset_image_metadata'].key)
})

const revert = handle(operations.revertToSnapshot, async ({ ctx, app, params, body }) => {
  await revertVolume(app)(ctx, params.volume_id, body.revert.snapshot_id)
})

const reimage = handle(operations.reimageVolume, async ({ ctx, app, found, body, enforce }) => {
  const { image_id, reimage_reserved = false } = body['os-reimage']
  const reserved = isSet(reimage_reserved)
  const { id, projectId, userId } = found.volume
  if (reserved) enforce('volume:reimage_reserved', { project_id: projectId, user_id: userId })
  await reimageVolume(app)(ctx, id, image_id, { reserved })
})

const retype = handle(operations.retypeVolume, async ({ ctx, app, params, body, enforce }) => {
  const { new_type: newType, migration_policy } = body['os-retype']
  const wanted = { newType, onDemand: migration_policy === 'on-demand' }
  await retypeVolume(app)(ctx, params.volume_id, wanted, enforce)
})

const migrate = handle(operations.migrateVolume, async ({ ctx, app, params, body, version }) => {
  const { lock_volume = false, ...named } = body['os-migrate_volume']
  const to = hostOrCluster(named, version >= toClusters)
  if ('cluster' in to) throw errors.InvalidHost({ reason: `No available service named '${to.cluster}'` })
  await migrateVolume(app)(ctx, params.volume_id, to.host, { locked: isSet(lock_volume) })
})

const completeExtension = handle(completions.completeExtension, async ({ found }) =>
  refuseExtension(found.volume),
)

const endMigration = handle(completions.completeMigration, async ({ ctx, app, found, body }) => {
  const { new_volume, error = false } = body['os-migrate_volume_completion']
  const completed = { from: found.volume, newId: new_volume, hasFailed: isSet(error) }
  return { save_volume_id: await completeMigration(app)(ctx, completed) }
})

const namesVisibility = microversion('3.1')

const upload = handle(operations.uploadVolume, async ({ ctx, app, params, body, version, enforce }) => {
  const asked = body['os-volume_upload_image']
  const isNew = version >= namesVisibility
  if (isNew && asked.visibility === 'public') enforce('volume_extension:volume_actions:upload_public')
  const isProtected = isNew && asked.protected !== undefined ? isSet(asked.protected) : undefined
  const visibility = isNew ? asked.visibility : undefined
  const { volume, imageId } = await uploadVolume(app)(ctx, params.volume_id, {
    name: asked.image_name,
    diskFormat: asked.disk_format ?? 'raw',
    containerFormat: asked.container_format ?? 'bare',
    ...{ visibility, isProtected, force: isSet(asked.force ?? false) },
  })
  return {
    'os-volume_upload_image': {
      id: volume.id,
      updated_at: wireTime(volume.updatedAt),
      status: volume.status,
      display_description: volume.description,
      size: volume.size,
      volume_type: { id: volume.typeId, name: volume.typeName },
      image_id: imageId,
      container_format: 'bare',
      disk_format: 'raw',
      image_name: asked.image_name,
      protected: isProtected ?? false,
      visibility: visibility ?? 'shared',
    },
  }
})

/** The actions of `POST /volumes/{volume_id}/action`, except those for attaching. */
export const volumeActions = [
  extend,
  reset,
  forceDelete,
  setBootable,
  setReadonly,
  setImageMetadata,
  showImageMetadata,
  unsetImageMetadata,
  revert,
  reimage,
  retype,
  migrate,
  completeExtension,
  endMigration,
  upload,
]
