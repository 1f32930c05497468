import { exact, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { type Static, Type } from 'typebox'

const Locations = Type.Array(view({ url: Type.String(), metadata: view({ store: Type.String() }) }))

const NewLocation = Type.Object(
  {
    url: Type.String({ minLength: 1, maxLength: 2048 }),
    /** What the caller knows about the data; the cloud computes SHA-512. */
    validation_data: Type.Optional(
      Type.Object(
        {
          os_hash_algo: Type.Literal('sha512'),
          os_hash_value: Type.String({ pattern: '^[0-9a-fA-F]{128}$' }),
        },
        exact,
      ),
    ),
  },
  exact,
)
export type AddLocation = Static<typeof NewLocation>

export const addLocation = operation({
  id: 'image_locations.add',
  method: 'POST',
  path: '/v2/images/{image_id}/locations',
  summary: 'Make what lies at an address the bytes of an image',
  rule: 'add_image_location',
  on: found('image'),
  body: NewLocation,
  replies: { 200: Locations },
  errors: ['ImageNotFound', 'Conflict', 'Invalid'],
})

/** For services with direct access to the store. */
export const listLocations = operation({
  id: 'image_locations.list',
  method: 'GET',
  path: '/v2/images/{image_id}/locations',
  summary: 'List where the bytes of an image lie',
  rule: 'fetch_image_location',
  on: found('image'),
  replies: { 200: Locations },
  errors: ['ImageNotFound'],
})
