import type { Readable } from 'node:stream'
import { downloadImage, type ImageView, showImage } from '@nimbo/contracts/image/images'
import { streamOf } from '@nimbo/http/message'
import type { Context } from '@nimbo/kernel/context'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { ServiceClient } from './service-client.ts'

type Read =
  | ('id' | 'name' | 'status' | 'owner' | 'visibility' | 'disk_format' | 'container_format')
  | ('size' | 'virtual_size' | 'min_disk' | 'min_ram' | 'checksum' | 'os_hash_algo' | 'os_hash_value')

/** What services read of an image; properties set by users stand beside it, as strings. */
export type Image = Readonly<Pick<ImageView, Read>> & { readonly [property: string]: unknown }

export interface ImageClient {
  show(ctx: Context, id: string): Promise<Image | undefined>
  /** The image's bytes; check them against `os_hash_value`. */
  download(ctx: Context, id: string): Promise<Readable>
}

const timeoutMs = 120_000

export const imageClient = (image: ServiceClient): ImageClient => ({
  show: (ctx, image_id) => unlessNotFound(image.call(ctx, showImage, { path: { image_id } })),
  download: async (ctx, image_id) =>
    streamOf((await image.open(ctx, downloadImage, { path: { image_id }, timeoutMs })).body),
})
