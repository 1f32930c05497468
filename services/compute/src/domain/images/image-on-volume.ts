import type { Volume } from '@nimbo/clients/volume'
import { imageAttributes } from '@nimbo/contracts/volume/image-metadata'
import type { RequestSpec } from '../servers/request-spec.ts'

/** What a server that boots from a volume gets from the image whose content is on it. */
export type ImageOnVolume = Pick<NonNullable<RequestSpec['image']>, 'properties' | 'minRamMb'>

/** Reads it from the metadata that the volume keeps of its image; a volume without an image has no properties. */
export const imageOnVolume = ({
  volume_image_metadata: kept = {},
}: Pick<Volume, 'volume_image_metadata'>): ImageOnVolume => ({
  minRamMb: Number(kept.min_ram) || 0,
  properties: Object.fromEntries(Object.entries(kept).filter(([name]) => !imageAttributes.has(name))),
})
