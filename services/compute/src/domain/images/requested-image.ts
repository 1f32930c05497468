import type { Image } from '@nimbo/clients/image'
import { errors } from '../../errors.ts'
import type { EmbeddedFlavor, RequestSpec } from '../servers/request-spec.ts'

type RequestedImage = NonNullable<RequestSpec['image']>

/** Attributes that every image has; the rest are properties. */
const ownAttributes = new Set(
  [
    'id name status owner visibility disk_format container_format size virtual_size min_disk min_ram checksum',
    'os_hash_algo os_hash_value os_hidden protected tags created_at updated_at self file schema locations stores direct_url',
  ]
    .join(' ')
    .split(' '),
)

const gibibyte = 2 ** 30

/** The part of an image that is stored with a server. */
export const requestedImage = (image: Image): RequestedImage => ({
  id: image.id,
  name: image.name,
  minDiskGb: image.min_disk,
  minRamMb: image.min_ram,
  diskFormat: image.disk_format,
  hashAlgo: image.os_hash_algo,
  hashValue: image.os_hash_value,
  sizeBytes: Math.max(image.size ?? 0, image.virtual_size ?? 0),
  properties: Object.fromEntries(
    Object.entries(image).flatMap(([name, value]): [string, string][] =>
      ownAttributes.has(name) || value === null || value === undefined ? [] : [[name, String(value)]],
    ),
  ),
})

/** Throws unless the flavor has the memory and root disk size that the image requires. */
export const requireFits = (image: RequestedImage, flavor: EmbeddedFlavor): void => {
  if (image.minRamMb > flavor.memoryMb) throw errors.FlavorMemoryTooSmall()
  // With a root disk of 0 the image determines the size.
  if (flavor.rootGb === 0) return
  const flavorBytes = flavor.rootGb * gibibyte
  const imageBytes = image.sizeBytes ?? 0
  if (imageBytes > flavorBytes) throw errors.FlavorDiskSmallerThanImage({ flavorBytes, imageBytes })
  const minimumBytes = image.minDiskGb * gibibyte
  if (minimumBytes > flavorBytes) throw errors.FlavorDiskSmallerThanMinimum({ flavorBytes, minimumBytes })
}

/** Throws unless the volume is large enough for the image. */
export const requireFitsVolume = (image: RequestedImage, volumeGb: number): void => {
  const [volumeBytes, minimumBytes] = [volumeGb * gibibyte, image.minDiskGb * gibibyte]
  if (minimumBytes > volumeBytes) throw errors.VolumeSmallerThanMinimum({ volumeBytes, minimumBytes })
  const imageGb = Math.ceil((image.sizeBytes ?? 0) / gibibyte)
  if (imageGb > volumeGb)
    throw errors.InvalidBlockDevice({
      reason: `Size of specified image ${imageGb}GB is larger than volume size ${volumeGb}GB.`,
    })
}
