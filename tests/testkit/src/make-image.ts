import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Client } from './client.ts'

export interface WantedImage {
  readonly name?: string
  /** Default: `raw`. */
  readonly diskFormat?: string
  /** Default: 4 KiB of noise. */
  readonly data?: Uint8Array
  /** Further top-level properties of the image API: `min_ram`, `hw_disk_bus`, `visibility`. */
  readonly properties?: Readonly<Record<string, unknown>>
}

/** Uploads an image as a user; returns its id. */
export const makeImage = async ({ image }: Client, wanted: WantedImage = {}): Promise<string> => {
  const { name = 'tiny', diskFormat = 'raw', data = randomBytes(4096), properties = {} } = wanted
  const created = await image.post('/v2/images', {
    name,
    disk_format: diskFormat,
    container_format: 'bare',
    ...properties,
  })
  assert.equal(created.status, 201, JSON.stringify(created.body))
  const { id } = created.body as { id: string }
  const uploaded = await image.put(`/v2/images/${id}/file`, data, {
    'content-type': 'application/octet-stream',
  })
  assert.equal(uploaded.status, 204, JSON.stringify(uploaded.body))
  return id
}
