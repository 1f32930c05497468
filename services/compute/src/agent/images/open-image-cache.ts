import type { ImageClient } from '@nimbo/clients/image'
import { imageConverter } from '@nimbo/image-conversion/image-converter'
import { hostRules } from '@nimbo/image-format/inspect-image'
import type { Log } from '@nimbo/kernel/log'
import type { NovaConfig } from '../../config.ts'
import { type ImageCache, imageCache } from './image-cache.ts'

interface Machine {
  readonly clients: { readonly image: Pick<ImageClient, 'download'> }
  readonly config: Pick<NovaConfig, 'compute' | 'glance'>
  readonly log: Log
}

/**
 * The image cache of a machine. The agents of its hosts share it, so that an image that one of them downloads is
 * available to all.
 */
export const openImageCache = (directory: string, { clients, config, log }: Machine): ImageCache =>
  imageCache({
    directory,
    images: clients.image,
    converter: imageConverter({ log }),
    retries: config.glance.num_retries,
    rules: { ...hostRules, vmdkAllowedTypes: config.compute.vmdk_allowed_types },
  })
