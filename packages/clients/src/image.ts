import type { Readable } from 'node:stream'
import {
  createImage,
  deleteImage,
  downloadImage,
  type ImageView,
  showImage,
  uploadImage,
} from '@nimbo/contracts/image/images'
import { streamOf } from '@nimbo/http/message'
import type { Context } from '@nimbo/kernel/context'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { ServiceClient } from './service-client.ts'

type Read =
  | ('id' | 'name' | 'status' | 'owner' | 'visibility' | 'disk_format' | 'container_format')
  | ('size' | 'virtual_size' | 'min_disk' | 'min_ram' | 'checksum' | 'os_hash_algo' | 'os_hash_value')

/** The attributes of an image that services read; additional properties are strings beside them. */
export type Image = Readonly<Pick<ImageView, Read>> & { readonly [property: string]: unknown }

export interface ImageClient {
  show(ctx: Context, id: string): Promise<Image | undefined>
  /** The image's data; verify it with `os_hash_value`. */
  download(ctx: Context, id: string): Promise<Readable>
}

/** Creates images. */
export interface ImageUploads {
  /** Creates a queued image. */
  create(ctx: Context, image: Readonly<Record<string, unknown>>): Promise<Image>
  /** Uploads an image's data. */
  upload(ctx: Context, id: string, content: Readable): Promise<void>
  /** Idempotent. */
  remove(ctx: Context, id: string): Promise<void>
}

const timeoutMs = 120_000

/** In milliseconds; long, because an upload takes as long as its data need. */
const uploadTimeoutMs = 3_600_000

export const imageClient = (image: ServiceClient): ImageClient => ({
  show: (ctx, image_id) => unlessNotFound(image.call(ctx, showImage, { path: { image_id } })),
  download: async (ctx, image_id) =>
    streamOf((await image.open(ctx, downloadImage, { path: { image_id }, timeoutMs })).body),
})

export const imageUploads = (image: ServiceClient): ImageUploads => ({
  create: (ctx, body) => image.call(ctx, createImage, { body: { ...body } }),
  upload: async (ctx, image_id, body) => {
    await image.call(ctx, uploadImage, { path: { image_id }, body, timeoutMs: uploadTimeoutMs })
  },
  remove: async (ctx, image_id) => {
    await unlessNotFound(image.call(ctx, deleteImage, { path: { image_id } }))
  },
})
