import { createImage } from '@nimbo/contracts/compute/actions/create-image'
import { listImages } from '@nimbo/contracts/image/images'
import type { Standing } from '../../resource-type/handling.ts'
import { makeOnce } from '../../resource-type/make-once.ts'
import { idOf, isShown, listedUnder } from '../field-of.ts'

/** Begins an image of a server for a snapshot of the stack; resolves to its id. */
export const snapshotOf = ({ clients, id, resource, attempt }: Standing<unknown>): Promise<string> => {
  const name = `${resource.physicalName}-snapshot`
  // Each snapshot of the stack makes an image of this name, and only this property tells them apart.
  const metadata = { heat_snapshot_begun_at: attempt.startedAt }
  return makeOnce(attempt, {
    make: async () => {
      const { body } = await clients.compute.perform(createImage.operation, {
        path: { server_id: id },
        body: { createImage: { name, metadata } },
      })
      return String(isShown(body) ? body.image_id : '')
    },
    find: async () => {
      const { body } = await clients.image.perform(listImages, { query: { name, ...metadata } })
      return listedUnder(body, 'images').map((one) => ({ id: idOf(one) }))
    },
  })
}
