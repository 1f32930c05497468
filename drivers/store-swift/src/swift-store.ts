import type { ImageStore } from '@nimbo/image/driver/image-store'
import { putLarge, removeLarge } from '@nimbo/object-account/large-object'
import type { ObjectAccount, ObjectPlace } from '@nimbo/object-account/object-account'

const idPattern = /^[0-9a-f-]{32,36}$/
const mebibyte = 1_048_576

export interface SwiftStoreOptions {
  readonly account: ObjectAccount
  /** Created with the first image. */
  readonly container: string
  /** Mebibytes per segment; an image has as many segments as it needs. */
  readonly chunkSize: number
}

/** Stores images in a Swift container, as static large objects named by their ids. */
export const swiftStore = ({ account, container, chunkSize }: SwiftStoreOptions): ImageStore => {
  const placeOf = (id: string): ObjectPlace => {
    if (!idPattern.test(id)) throw new Error(`${id} is not the id of an image`)
    return { container, name: id }
  }
  const readAt = async (place: ObjectPlace, offset: number, length: number): Promise<Buffer> => {
    const pieces: Uint8Array[] = []
    if (length > 0)
      for await (const piece of await account.get(place, { first: offset, last: offset + length - 1 }))
        pieces.push(Buffer.from(piece))
    return Buffer.concat(pieces)
  }
  return {
    type: 'swift',
    properties: { container, large_object_size: chunkSize, large_object_chunk_size: chunkSize },
    urlOf: (id) => `swift+config://ref1/${container}/${placeOf(id).name}`,
    write: async (id, data) => {
      await account.makeContainer(container)
      await putLarge(account, placeOf(id), data, chunkSize * mebibyte)
    },
    read: (id, range) => account.get(placeOf(id), range),
    open: async (id) => {
      const place = placeOf(id)
      const size = await account.sizeOf(place)
      if (size === undefined) throw new Error(`there is no image ${id} in the container ${container}`)
      return {
        size,
        read: (offset, length) => readAt(place, offset, Math.max(0, Math.min(length, size - offset))),
        [Symbol.asyncDispose]: async () => {},
      }
    },
    remove: (id) => removeLarge(account, placeOf(id)),
  }
}
