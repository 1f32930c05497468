import type { Readable } from 'node:stream'
import { streamOf } from '@nimbo/http/message'
import type { Context } from '@nimbo/kernel/context'
import { type RestClient, unlessNotFound } from './rest-client.ts'

/** An image record; properties set by users stand beside these, as strings. */
export interface Image {
  readonly id: string
  readonly name: string | null
  readonly status: string
  readonly owner: string | null
  readonly visibility: string
  readonly disk_format: string | null
  readonly container_format: string | null
  /** Bytes; null before the upload. */
  readonly size: number | null
  readonly virtual_size: number | null
  /** Gibibytes and mebibytes. */
  readonly min_disk: number
  readonly min_ram: number
  readonly checksum: string | null
  readonly os_hash_algo: string | null
  readonly os_hash_value: string | null
  readonly [property: string]: unknown
}

export interface ImageClient {
  show(ctx: Context, id: string): Promise<Image | undefined>
  /** The image's bytes; check them against `os_hash_value`. */
  download(ctx: Context, id: string): Promise<Readable>
}

const downloadTimeoutMs = 120_000

export const imageClient = (rest: RestClient): ImageClient => ({
  show: async (ctx, id) =>
    (
      await unlessNotFound(
        rest.send<Image>(ctx, { method: 'GET', path: `/v2/images/${encodeURIComponent(id)}` }),
      )
    )?.body,
  download: async (ctx, id) => {
    const path = `/v2/images/${encodeURIComponent(id)}/file`
    const response = await rest.open(ctx, {
      method: 'GET',
      path,
      headers: { accept: 'application/octet-stream' },
      timeoutMs: downloadTimeoutMs,
    })
    return streamOf(response.body)
  },
})
