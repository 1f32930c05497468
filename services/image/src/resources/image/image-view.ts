import type { ImageView } from '@nimbo/contracts/image/images'
import type { Image } from './image.ts'

/** Instants without fractions, as glance has them. */
export const instant = (text: string): string => `${text.slice(0, 19)}Z`

/** An image as the API shows it: base attributes, and beside them the properties users set. */
export const imageView = (image: Image): ImageView => {
  const self = `/v2/images/${image.id}`
  return {
    ...image.properties,
    id: image.id,
    name: image.name,
    status: image.status,
    visibility: image.visibility,
    owner: image.owner,
    disk_format: image.diskFormat,
    container_format: image.containerFormat,
    min_disk: image.minDisk,
    min_ram: image.minRam,
    protected: image.protected,
    os_hidden: image.hidden,
    size: image.size,
    virtual_size: image.virtualSize,
    checksum: image.checksum,
    os_hash_algo: image.hashValue === null ? null : 'sha512',
    os_hash_value: image.hashValue,
    tags: [...image.tags],
    created_at: instant(image.createdAt),
    updated_at: instant(image.updatedAt),
    self,
    file: `${self}/file`,
    schema: '/v2/schemas/image',
  }
}
