import * as operations from '@nimbo/contracts/volume/volumes'
import { answer } from '@nimbo/http/answer'
import { own } from '@nimbo/kernel/own'
import { handle } from '../../../api/handle.ts'
import { errors } from '../../../errors.ts'
import { mergeMetadata, removeMetadataKey, updateVolume } from '../change.ts'
import { etagHeader, requireSeen } from './etag.ts'

const list = handle(operations.listMetadata, async ({ found: { volume }, version }) =>
  answer({ metadata: volume.metadata }, { headers: etagHeader(version, volume.metadata) }),
)

const merge = handle(operations.mergeMetadata, async ({ ctx, app, params, body, ...call }) => {
  requireSeen(call.version, call.request.headers['if-match'], call.found.volume.metadata)
  const { metadata } = await mergeMetadata(app)(ctx, params.volume_id, body.metadata)
  return { metadata }
})

const replace = handle(operations.replaceMetadata, async ({ ctx, app, params, body, ...call }) => {
  requireSeen(call.version, call.request.headers['if-match'], call.found.volume.metadata)
  const { metadata } = await updateVolume(app)(ctx, params.volume_id, { metadata: body.metadata })
  return { metadata }
})

const show = handle(operations.showMetadata, async ({ found: { volume }, params: { key } }) => {
  const value = own(volume.metadata, key)
  if (value === undefined) throw errors.VolumeMetadataNotFound({ id: volume.id, key })
  return { meta: { [key]: value } }
})

const set = handle(operations.setMetadata, async ({ ctx, app, params, body: { meta } }) => {
  const { volume_id, key } = params
  const value = own(meta, key)
  if (value === undefined || Object.keys(meta).length !== 1)
    throw errors.BadRequest({ reason: 'Request body and URI mismatch' })
  await mergeMetadata(app)(ctx, volume_id, { [key]: value })
  return { meta: { [key]: value } }
})

const remove = handle(operations.deleteMetadata, async ({ ctx, app, params }) => {
  await removeMetadataKey(app)(ctx, params.volume_id, params.key)
})

export const volumeMetadata = [list, merge, replace, show, set, remove]
