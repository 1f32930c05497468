import type { Readable } from 'node:stream'
import type { Image } from '../image/image.ts'
import type { ByteRange, NamedStore, ReadableStore } from '../../driver/image-store.ts'
import { errors } from '../../errors.ts'
import type { ImageApp } from '../../app/app.ts'
import type { Reader } from '../../app/image-notices.ts'

export interface Download {
  readonly data: Readable
  readonly range: ByteRange | undefined
}

/**
 * Parses `bytes=0-99`, `bytes=100-` or `bytes=-100` for `size` bytes; for anything else, the whole content is sent, as RFC 9110
 * allows.
 */
const readRange = (header: string | undefined, size: number): ByteRange | undefined => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (first > last) throw errors.Unsatisfiable({ range: header ?? '' })
  return { first, last }
}

/** Reads from the first store that responds: a store that is unavailable does not matter while another has the image. */
const readFromAny = async (
  [first, ...others]: readonly NamedStore<ReadableStore>[],
  key: string,
  range: ByteRange | undefined,
): Promise<Readable> => {
  if (first === undefined)
    throw errors.Absent({ reason: 'No store that is there has the data of the image.' })
  try {
    return await first.store.read(key, range)
  } catch (error) {
    if (others.length === 0) throw error
    return readFromAny(others, key, range)
  }
}

/** Downloads an image. An image without data answers 204; a deactivated one is for administrators only. */
export const downloadImage =
  (app: ImageApp) =>
  async (image: Image, rangeHeader: string | undefined, reader: Reader): Promise<Download | undefined> => {
    if (image.status === 'deactivated' && !app.isAdmin(reader.ctx)) throw errors.Deactivated({ id: image.id })
    if (image.size === null || image.location === null) return undefined
    const range = readRange(rangeHeader, image.size)
    const cached = await app.cache?.read(image, range)
    const data = cached ?? (await readFromAny(app.stores.having(image.stores), image.location, range))
    return { data: app.notices.reading(image, reader, data), range }
  }
