import { empty, nullable, oneOf, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { anyone } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'
import { Links, NextLink } from './links.ts'
import { text } from './query.ts'

/** Ended with 2.36; clients use Glance instead. */
const until = '2.35'

const Summary = view({ id: Type.String(), name: nullable(Type.String()), links: Links })

/** An image in Nova's format. */
const OldImage = view({
  id: Type.String(),
  name: nullable(Type.String()),
  minRam: Type.Integer(),
  minDisk: Type.Integer(),
  metadata: Type.Record(Type.String(), Type.Unknown()),
  created: Type.String(),
  updated: Type.String(),
  status: oneOf(['ACTIVE', 'SAVING', 'DELETED', 'ERROR', 'UNKNOWN']),
  progress: Type.Integer(),
  links: Links,
  'OS-EXT-IMG-SIZE:size': nullable(Type.Integer()),
  'OS-DCF:diskConfig': Type.Optional(oneOf(['AUTO', 'MANUAL'])),
  server: Type.Optional(view({ id: Type.String(), links: Links })),
})
export type OldImageView = Static<typeof OldImage>

/** Besides these, `property-NAME` filters by a property. */
const query = Type.Object({
  ...{ limit: text, marker: text, name: text, status: text, server: text, type: text },
  ...{ 'changes-since': text, minRam: text, minDisk: text },
})

export const listOldImages = operation({
  id: 'images.list',
  method: 'GET',
  path: '/images',
  until,
  summary: 'List images, as the image service has them',
  on: anyone,
  query,
  replies: { 200: view({ images: Type.Array(Summary), images_links: NextLink }) },
})

export const listOldImagesInFull = operation({
  ...listOldImages,
  id: 'images.list_detail',
  path: '/images/detail',
  summary: 'List images with details, as the image service has them',
  replies: { 200: view({ images: Type.Array(OldImage), images_links: NextLink }) },
})

export const showOldImage = operation({
  id: 'images.show',
  method: 'GET',
  path: '/images/{image_id}',
  until,
  summary: 'Show an image, as the image service has it',
  on: anyone,
  replies: { 200: view({ image: OldImage }) },
  errors: ['NotFound'],
})

export const deleteOldImage = operation({
  id: 'images.delete',
  method: 'DELETE',
  path: '/images/{image_id}',
  until,
  summary: 'Have the image service delete an image',
  on: anyone,
  replies: { 204: empty },
  errors: ['NotFound', 'BadRequest'],
})
