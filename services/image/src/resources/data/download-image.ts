import type { Readable } from 'node:stream'
import type { Image } from '../image/image.ts'
import type { ByteRange } from '../../driver/image-store.ts'
import { errors } from '../../errors.ts'
import type { ImageApp } from '../../app/app.ts'
import type { Reader } from '../../app/image-notices.ts'

export interface Download {
  readonly data: Readable
  readonly range: ByteRange | undefined
}

/** `bytes=0-99`, `bytes=100-` or `bytes=-100` as a part of `size` bytes; anything else asks for the whole, as RFC 9110 allows. */
const readRange = (header: string | undefined, size: number): ByteRange | undefined => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (first > last) throw errors.Unsatisfiable({ range: header ?? '' })
  return { first, last }
}

/** An image's bytes. An image without data answers with no content; a deactivated one only to admins. */
export const downloadImage =
  (app: ImageApp) =>
  async (image: Image, rangeHeader: string | undefined, reader: Reader): Promise<Download | undefined> => {
    if (image.status === 'deactivated' && !app.isAdmin(reader.ctx)) throw errors.Deactivated({ id: image.id })
    if (image.size === null || image.location === null) return undefined
    const range = readRange(rangeHeader, image.size)
    const data = await app.store.read(image.location, range)
    return { data: app.notices.reading(image, reader, data), range }
  }
