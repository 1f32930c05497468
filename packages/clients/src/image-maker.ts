import type { Readable } from 'node:stream'
import { createImage, deleteImage, listImages, updateImage, uploadImage } from '@nimbo/contracts/image/images'
import type { Context } from '@nimbo/kernel/context'
import { unlessNotFound } from '@nimbo/operation/client/remote-fault'
import type { Image } from './image.ts'
import type { ServiceClient } from './service-client.ts'

/** What an image is made of, as the image service takes it: attributes, and properties beside them. */
export type ImageAttributes = Readonly<Record<string, string | number | boolean | null>>

/** The bytes of an image, and what they are. */
export interface ImageContent {
  readonly diskFormat: 'raw' | 'qcow2'
  readonly bytes: Readable
}

export interface ImageMaker {
  /** A record that waits for its bytes. */
  create(ctx: Context, attributes: ImageAttributes): Promise<Image>
  /** Gives a waiting image its bytes. */
  upload(ctx: Context, id: string, content: ImageContent): Promise<void>
  /** The images of a project that are backups of a type of a server, newest first. */
  backupsOf(
    ctx: Context,
    backups: { readonly owner: string; readonly serverId: string; readonly backupType: string },
  ): Promise<readonly Image[]>
  /** Not there is a success. */
  remove(ctx: Context, id: string): Promise<void>
}

/** As long as a large disk takes over a slow network. */
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
