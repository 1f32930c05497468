import { createImage, listImages } from '@nimbo/contracts/image/images'
import { importImage } from '@nimbo/contracts/image/imports'
import type { Handling } from '../../resource-type/handling.ts'
import { makeOnce } from '../../resource-type/make-once.ts'
import { present } from '../../resource-type/present.ts'
import { textPairs } from '../changed-keys.ts'
import { liveImage } from './live-image.ts'
import type { WebImageProperties } from './web-image-properties.ts'

/** Creates the image, and imports its data from the template's URL (`web-download`). */
export const createWebImage = async (handling: Handling<WebImageProperties>): Promise<string> => {
  const { clients, properties, resource, attempt, stack } = handling
  const { name = resource.physicalName, location, extra_properties, ...given } = properties
  const { active: _active, members: _members, ...fields } = given
  const id = await makeOnce(attempt, {
    make: async () => {
      const body = present({ ...textPairs(extra_properties), ...fields, name })
      return (await clients.image.call(createImage, { body })).id
    },
    find: async () =>
      (await clients.image.call(listImages, { query: { name, owner: stack.projectId } })).images,
  })
  const { status } = await liveImage({ clients, id })
  if (status === 'queued')
    await clients.image.call(importImage, {
      path: { image_id: id },
      body: { method: { name: 'web-download', uri: location } },
    })
  return id
}
