import type { SortColumn } from '@nimbo/db/keyset'
import type { Context } from '@nimbo/kernel/context'
import type { ImageFilter } from './images.ts'
import type { Image } from './image.ts'
import { errors } from '../../errors.ts'
import { type ImageApp, viewerOf } from '../../app/app.ts'

interface Listing {
  readonly filter: ImageFilter
  readonly order: readonly SortColumn[]
  readonly limit: number
  /** Id of the last image of the previous page. */
  readonly marker: string | undefined
}

/** One page of the images that the caller may see. */
export const listImages =
  (app: ImageApp) =>
  async (ctx: Context, { filter, order, limit, marker }: Listing): Promise<readonly Image[]> => {
    const after = marker === undefined ? undefined : await app.images.findRow(marker)
    if (marker !== undefined && !after) throw errors.Invalid({ reason: `No image found with ID ${marker}` })
    return app.images.list(viewerOf(app, ctx), filter, { order, limit, after })
  }
