import { checkedByHandler } from '@nimbo/operation/checked-by-handler'
import { content, empty, nullable, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found, given, ownProject } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import { imageStatuses, text, texts, visibilities } from './words.ts'

/** An image: base attributes and additional properties. */
export const Image = Type.Object(
  {
    id: Type.String(),
    name: nullable(Type.String()),
    status: oneOf(imageStatuses),
    visibility: oneOf(visibilities),
    owner: nullable(Type.String()),
    disk_format: nullable(Type.String()),
    container_format: nullable(Type.String()),
    min_disk: Type.Integer(),
    min_ram: Type.Integer(),
    protected: Type.Boolean(),
    os_hidden: Type.Boolean(),
    size: nullable(Type.Integer()),
    virtual_size: nullable(Type.Integer()),
    checksum: nullable(Type.String()),
    os_hash_algo: nullable(Type.String()),
    os_hash_value: nullable(Type.String()),
    tags: Type.Array(Type.String()),
    created_at: Type.String(),
    updated_at: Type.String(),
    self: Type.String(),
    file: Type.String(),
    schema: Type.String(),
    stores: Type.Optional(Type.String()),
    direct_url: Type.Optional(Type.String()),
    locations: Type.Optional(
      Type.Array(view({ url: Type.String(), metadata: Type.Record(Type.String(), Type.Unknown()) })),
    ),
    os_glance_import_task: Type.Optional(Type.String()),
    os_glance_importing_to_stores: Type.Optional(Type.String()),
    os_glance_failed_import: Type.Optional(Type.String()),
  },
  { additionalProperties: Type.String() },
)
/** Without additional properties, which have no static type. */
export type ImageView = Static<typeof Image>

const path = '/v2/images/{image_id}'
const on = found('image')
const errors = ['ImageNotFound']
const mayAsk = ['publicize_image', 'communitize_image', 'get_image_location']

/** Unknown parameters filter by a property. */
export const listImages = operation({
  id: 'images.list',
  method: 'GET',
  path: '/v2/images',
  summary: 'List images',
  rule: 'get_images',
  on: ownProject,
  mayAsk: ['get_image_location'],
  query: Type.Object({
    ...{ limit: text, marker: text, sort: text, sort_key: texts, sort_dir: texts },
    ...{ name: text, id: text, status: text, owner: text, disk_format: text, container_format: text },
    ...{ checksum: text, os_hash_value: text, min_disk: text, min_ram: text, size: text },
    ...{ size_min: text, size_max: text, created_at: text, updated_at: text, tag: texts },
    ...{ visibility: text, member_status: text, os_hidden: text, protected: text },
  }),
  replies: {
    200: view({
      images: Type.Array(Image),
      first: Type.String(),
      schema: Type.String(),
      next: Type.Optional(Type.String()),
    }),
  },
})

export const createImage = operation({
  id: 'images.create',
  method: 'POST',
  path: '/v2/images',
  summary: 'Create an image record',
  rule: 'add_image',
  on: given,
  mayAsk,
  body: Type.Record(Type.String(), Type.Unknown()),
  replies: { 201: Image },
  errors: ['ImageExists'],
})

export const showImage = operation({
  id: 'images.show',
  method: 'GET',
  path,
  summary: 'Show an image',
  rule: 'get_image',
  on,
  mayAsk: ['get_image_location'],
  replies: { 200: Image },
  errors,
})

export const updateImage = operation({
  id: 'images.update',
  method: 'PATCH',
  path,
  summary: 'Change an image by a JSON patch',
  rule: 'modify_image',
  on,
  mayAsk: [...mayAsk, 'set_image_location', 'delete_image_location'],
  body: checkedByHandler(Type.Array(Type.Unknown())),
  mediaType: 'application/openstack-images-v2.1-json-patch',
  replies: { 200: Image },
  errors: ['ImageNotFound', 'NoPatch', 'Conflict', 'Invalid', 'NotAllowed'],
})

export const deleteImage = operation({
  id: 'images.delete',
  method: 'DELETE',
  path,
  summary: 'Delete an image',
  rule: 'delete_image',
  on,
  replies: { 204: empty },
  errors,
})

const file = '/v2/images/{image_id}/file'

export const uploadImage = operation({
  id: 'images.upload',
  method: 'PUT',
  path: file,
  summary: 'Upload the bytes of an image',
  rule: 'upload_image',
  on,
  body: content('application/octet-stream'),
  replies: { 204: empty },
  errors: ['ImageNotFound', 'UnsupportedMedia'],
})

export const downloadImage = operation({
  id: 'images.download',
  method: 'GET',
  path: file,
  summary: 'Download the bytes of an image, or a range of them',
  rule: 'download_image',
  on,
  replies: {
    200: content('application/octet-stream'),
    204: empty,
    206: content('application/octet-stream'),
  },
  errors,
})

export const deactivateImage = operation({
  id: 'images.deactivate',
  method: 'POST',
  path: '/v2/images/{image_id}/actions/deactivate',
  summary: 'Keep the bytes of an image from all but admins',
  rule: 'deactivate',
  on,
  replies: { 204: empty },
  errors,
})

export const reactivateImage = operation({
  ...deactivateImage,
  id: 'images.reactivate',
  path: '/v2/images/{image_id}/actions/reactivate',
  summary: 'Let the bytes of an image be read again',
  rule: 'reactivate',
})

export const addTag = operation({
  id: 'image_tags.add',
  method: 'PUT',
  path: '/v2/images/{image_id}/tags/{tag}',
  summary: 'Add a tag to an image',
  rule: 'modify_image',
  on,
  replies: { 204: empty },
  errors,
})

export const removeTag = operation({
  ...addTag,
  id: 'image_tags.remove',
  method: 'DELETE',
  summary: 'Remove a tag from an image',
  errors: ['ImageNotFound', 'TagNotFound'],
})
