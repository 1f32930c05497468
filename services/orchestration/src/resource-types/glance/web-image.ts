import { deleteImage } from '@nimbo/contracts/image/images'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import { resourceErrors } from '../../resource-type/errors.ts'
import { createWebImage } from './create-web-image.ts'
import { liveImage, settle } from './live-image.ts'
import { patchImage, patchOf } from './patch-image.ts'
import { defineResourceType } from '../../resource-type/resource-type.ts'

import { webImageProperties } from './web-image-properties.ts'

export const webImage = defineResourceType({
  type: 'OS::Glance::WebImage',
  support: { since: '12.0.0' },
  properties: webImageProperties,

  client: 'image',
  create: createWebImage,
  isCreated: async (handling) => {
    const { status, os_glance_failed_import: failed } = await liveImage(handling)
    if (failed) throw resourceErrors.ResourceInError({ status, reason: 'The image could not be imported' })
    if (status === 'queued' || status === 'importing' || status === 'saving' || status === 'uploading')
      return false
    await settle(handling)
    return true
  },
  show: liveImage,
  update: async (handling, { changed, before }) => {
    await patchImage(handling, changed, before)
    await settle(handling, before.members)
  },
  delete: async (handling) => {
    const { clients, id } = handling
    // An image that the template protects is unprotected before its deletion.
    const image = await unlessNotFound(liveImage(handling))
    if (image?.protected) await patchOf(clients, id, [{ op: 'replace', path: '/protected', value: false }])
    await clients.image.call(deleteImage, { path: { image_id: id } })
  },
  isDeleted: async () => true,
})
