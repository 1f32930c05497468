import {
  deleteImage,
  type ImageView,
  listImages,
  showImage,
  updateImage,
} from '@nimbo/contracts/image/images'
import type { Context } from '@nimbo/kernel/context'
import type { ServiceClient } from './service-client.ts'

/** An image with additional properties. */
export type CataloguedImage = Readonly<ImageView> & { readonly [property: string]: unknown }

/** An operation of a JSON patch. */
export type ImageChange =
  | { readonly op: 'add'; readonly path: string; readonly value: string }
  | { readonly op: 'remove'; readonly path: string }

/** Operations of users on existing images; a missing one is a fault with status 404. */
export interface ImageCatalogue {
  /** A page of the images visible to the caller. */
  list(ctx: Context, query: Readonly<Record<string, string | undefined>>): Promise<readonly CataloguedImage[]>
  show(ctx: Context, id: string): Promise<CataloguedImage>
  change(ctx: Context, id: string, changes: readonly ImageChange[]): Promise<CataloguedImage>
  remove(ctx: Context, id: string): Promise<void>
}

export const imageCatalogue = (images: ServiceClient): ImageCatalogue => ({
  list: async (ctx, query) => (await images.call(ctx, listImages, { query })).images,
  show: (ctx, image_id) => images.call(ctx, showImage, { path: { image_id } }),
  change: (ctx, image_id, changes) =>
    images.call(ctx, updateImage, { path: { image_id }, body: [...changes] }),
  remove: (ctx, image_id) => images.call(ctx, deleteImage, { path: { image_id } }),
})
