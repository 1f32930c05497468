import {
  deleteImage,
  type ImageView,
  listImages,
  showImage,
  updateImage,
} from '@nimbo/contracts/image/images'
import type { Context } from '@nimbo/kernel/context'
import type { ServiceClient } from './service-client.ts'

/** All of an image: its attributes, and the properties of users beside them. */
export type CataloguedImage = Readonly<ImageView> & { readonly [property: string]: unknown }

/** One step of a JSON patch of an image. */
export type ImageChange =
  | { readonly op: 'add'; readonly path: string; readonly value: string }
  | { readonly op: 'remove'; readonly path: string }

/** What users do with images that are there; what is not there is a fault with 404. */
export interface ImageCatalogue {
  /** Of what the caller sees, a page. */
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
