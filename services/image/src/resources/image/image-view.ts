import type { ImageView } from '@nimbo/contracts/image/images'
import type { ImageApp } from '../../app/app.ts'
import { locationsOf } from '../location/locations-of.ts'
import type { Image } from './image.ts'

/** A time without fractions of seconds, as in Glance. */
export const instant = (text: string): string => `${text.slice(0, 19)}Z`

type ImageViewDeps = Pick<ImageApp, 'config' | 'stores'>

const directUrl = (stores: ImageApp['stores'], { stores: having, location }: Image) => {
  const [first] = stores.having(having)
  return first && location !== null ? { direct_url: first.store.urlOf(location) } : {}
}

/** An image in the API: its base attributes, and next to them its properties; its locations if the operator shows them. */
export const imageView = (
  { config, stores }: ImageViewDeps,
  image: Image,
  seesLocations = false,
): ImageView => {
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
    ...(image.stores.length > 0 ? { stores: image.stores.join(',') } : {}),
    ...(image.importTask === null ? {} : { os_glance_import_task: image.importTask }),
    ...(image.importingTo === null ? {} : { os_glance_importing_to_stores: image.importingTo }),
    ...(image.failedImports === null ? {} : { os_glance_failed_import: image.failedImports }),
    ...(config.DEFAULT.show_image_direct_url ? directUrl(stores, image) : {}),
    ...(seesLocations && config.DEFAULT.show_multiple_locations
      ? {
          locations: locationsOf(stores, image).map(({ url, metadata }) => ({
            url,
            metadata: { ...metadata },
          })),
        }
      : {}),
  }
}
