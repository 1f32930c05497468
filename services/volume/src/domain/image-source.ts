import { keyIdProperty, keyPolicyProperty } from '@nimbo/contracts/image/image-keys'
import { errors } from '../errors.ts'

/** The attributes of an image that matter for a volume created from it. */
export interface SourceImage {
  readonly id: string
  readonly name: string | null
  readonly status: string
  readonly disk_format: string | null
  readonly container_format: string | null
  readonly size: number | null
  readonly virtual_size: number | null
  readonly min_disk: number
  readonly min_ram: number
  readonly checksum: string | null
  readonly [property: string]: unknown
}

const gibibyte = 1024 ** 3

/** Throws unless a volume of this size can be created from the image. */
export const requireFits = (image: SourceImage, sizeGb: number): void => {
  if (image.status !== 'active') throw errors.InvalidInput({ reason: `Image ${image.id} is not active.` })
  const imageGb = Math.ceil(Math.max(image.size ?? 0, image.virtual_size ?? 0) / gibibyte)
  if (imageGb > sizeGb) {
    throw errors.InvalidInput({
      reason: `Size of specified image ${imageGb}GB is larger than volume size ${sizeGb}GB.`,
    })
  }
  if (image.min_disk > sizeGb) {
    throw errors.InvalidInput({
      reason: `Volume size ${sizeGb}GB cannot be smaller than the image minDisk size ${image.min_disk}GB.`,
    })
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const listIn = (text: unknown): readonly unknown[] => {
  try {
    const list: unknown = typeof text === 'string' ? JSON.parse(text) : undefined
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

/**
 * The snapshot of the root disk, if the image is one that Nova makes of a server that boots from a volume: it has no data, but
 * names the snapshots of the server's volumes in its block device mapping.
 */
export const rootSnapshotOf = (image: SourceImage): string | undefined => {
  const root = listIn(image.block_device_mapping)
    .filter(isRecord)
    .find((disk) => disk.source_type === 'snapshot' && disk.boot_index === 0)
  return typeof root?.snapshot_id === 'string' ? root.snapshot_id : undefined
}

/** Attributes of an image that describe neither its content nor how to boot it. */
const notKept = new Set([
  'id',
  'status',
  'visibility',
  'owner',
  'protected',
  'tags',
  'self',
  'file',
  'schema',
  'created_at',
  'updated_at',
  'virtual_size',
  'os_hidden',
  'locations',
  'direct_url',
  'stores',
  keyIdProperty,
  keyPolicyProperty,
])

/** The `volume_image_metadata` of a volume created from the image: its properties as strings. */
export const imageMetadataOf = (image: SourceImage): Readonly<Record<string, string>> => ({
  image_id: image.id,
  image_name: image.name ?? '',
  ...Object.fromEntries(
    Object.entries(image)
      .filter(([key, value]) => !notKept.has(key) && key !== 'name' && value !== null && value !== undefined)
      .map(([key, value]) => [key, String(value)]),
  ),
})

/**
 * The id of the key of an image that holds an encrypted volume; undefined for others. Throws if an image with a key is not a raw
 * disk, as which encrypted volumes are uploaded.
 */
export const keyOfImage = (image: SourceImage): string | undefined => {
  const keyId = image[keyIdProperty]
  if (typeof keyId !== 'string') return undefined
  if (image.disk_format === 'raw' && image.container_format === 'bare') return keyId
  throw errors.InvalidInput({ reason: `Image ${image.id} has an encryption key, but is no raw disk.` })
}
