import type { Readable } from 'node:stream'
import { createImage, deleteImage, listImages, updateImage, uploadImage } from '@nimbo/contracts/image/images'
import type { Context } from '@nimbo/kernel/context'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { Image } from './image.ts'
import type { ServiceClient } from './service-client.ts'

/** Attributes and additional properties of a new image. */
export type ImageAttributes = Readonly<Record<string, string | number | boolean | null>>

/** An image's data with its formats. */
export interface ImageContent {
  readonly diskFormat: 'raw' | 'qcow2'
  readonly bytes: Readable
}

export interface ImageMaker {
  /** Creates a queued image. */
  create(ctx: Context, attributes: ImageAttributes): Promise<Image>
  /** Uploads the data of a queued image. */
  upload(ctx: Context, id: string, content: ImageContent): Promise<void>
  /** A project's backups of a server of one type, newest first. */
  backupsOf(
    ctx: Context,
    backups: { readonly owner: string; readonly serverId: string; readonly backupType: string },
  ): Promise<readonly Image[]>
  /** Idempotent. */
  remove(ctx: Context, id: string): Promise<void>
}

/** Long enough for a large disk over a slow network. */
const timeoutMs = 3_000_000

export const imageMaker = (images: ServiceClient): ImageMaker => ({
  create: (ctx, attributes) => images.call(ctx, createImage, { body: { ...attributes } }),
  upload: async (ctx, image_id, { diskFormat, bytes }) => {
    const path = { image_id }
    const formats = [
      { op: 'replace', path: '/disk_format', value: diskFormat },
      { op: 'replace', path: '/container_format', value: 'bare' },
    ]
    await images.call(ctx, updateImage, { path, body: formats })
    await images.call(ctx, uploadImage, { path, body: bytes, timeoutMs })
  },
  backupsOf: async (ctx, { owner, serverId, backupType }) => {
    const properties = { image_type: 'backup', instance_uuid: serverId, backup_type: backupType }
    const query = { ...properties, owner, visibility: 'private', sort: 'created_at:desc', limit: '1000' }
    return (await images.call(ctx, listImages, { query })).images
  },
  remove: async (ctx, image_id) => {
    await unlessNotFound(images.call(ctx, deleteImage, { path: { image_id } }))
  },
})
