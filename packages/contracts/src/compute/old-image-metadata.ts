import { empty, exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { anyone } from '@nimbo/operation/target'
import { Type } from 'typebox'
import { Metadata } from './words.ts'

/** Ended with 2.39; clients use Glance instead. */
const until = '2.38'

const path = '/images/{image_id}/metadata'
const keyPath = '/images/{image_id}/metadata/{key}'
const errors = ['NotFound']
const changeErrors = ['NotFound', 'ImageMetadataLimitExceeded']
const Shown = Type.Record(Type.String(), Type.Unknown())
const shown = { 200: view({ metadata: Shown }) }
const OnePair = Type.Record(
  Type.String({ pattern: '^[a-zA-Z0-9-_:. ]{1,255}$' }),
  Type.String({ maxLength: 255 }),
  { additionalProperties: false, minProperties: 1, maxProperties: 1 },
)
const body = Type.Object({ metadata: Metadata }, exact)

export const listImageMetadata = operation({
  id: 'image-metadata.list',
  method: 'GET',
  path,
  until,
  summary: 'Show the properties of an image',
  on: anyone,
  replies: shown,
  errors,
})

export const mergeImageMetadata = operation({
  id: 'image-metadata.merge',
  method: 'POST',
  path,
  until,
  summary: 'Add to the properties of an image',
  on: anyone,
  body,
  replies: shown,
  errors: changeErrors,
})

export const replaceImageMetadata = operation({
  id: 'image-metadata.replace',
  method: 'PUT',
  path,
  until,
  summary: 'Replace the properties of an image',
  on: anyone,
  body,
  replies: shown,
  errors: changeErrors,
})

export const showImageMetadata = operation({
  id: 'image-metadata.show',
  method: 'GET',
  path: keyPath,
  until,
  summary: 'Show one property of an image',
  on: anyone,
  replies: { 200: view({ meta: Shown }) },
  errors,
})

export const setImageMetadata = operation({
  id: 'image-metadata.set',
  method: 'PUT',
  path: keyPath,
  until,
  summary: 'Set one property of an image',
  on: anyone,
  body: Type.Object({ meta: OnePair }, exact),
  replies: { 200: view({ meta: Shown }) },
  errors: changeErrors,
})

export const deleteImageMetadata = operation({
  id: 'image-metadata.delete',
  method: 'DELETE',
  path: keyPath,
  until,
  summary: 'Delete one property of an image',
  on: anyone,
  replies: { 204: empty },
  errors,
})
