import { content, empty } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { Type } from 'typebox'

const on = found('image')

export const stageImage = operation({
  id: 'images.stage',
  method: 'PUT',
  path: '/v2/images/{image_id}/stage',
  summary: 'Upload the bytes of an image, for an import to judge and store',
  rule: 'modify_image',
  on,
  body: content('application/octet-stream'),
  replies: { 204: empty },
  errors: ['ImageNotFound', 'UnsupportedMedia', 'WrongStatus'],
})

/** Copying to further stores has its own policy rule. */
export const importImage = operation({
  id: 'images.import',
  method: 'POST',
  path: '/v2/images/{image_id}/import',
  summary: 'Import the bytes of an image, from where they are staged, from outside, or into further stores',
  rule: 'get_image',
  on,
  mayAsk: ['modify_image', 'copy_image'],
  body: Type.Object({
    method: Type.Object({
      name: Type.String(),
      uri: Type.Optional(Type.String()),
      /** For glance-download: an image of another region, and the interface of Glance there, `public` by default. */
      glance_region: Type.Optional(Type.String()),
      glance_image_id: Type.Optional(Type.String()),
      glance_service_interface: Type.Optional(Type.String()),
    }),
    stores: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
    all_stores: Type.Optional(Type.Boolean()),
    all_stores_must_succeed: Type.Optional(Type.Boolean()),
  }),
  replies: { 202: empty },
  errors: ['ImageNotFound', 'Conflict'],
})
