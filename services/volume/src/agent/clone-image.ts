import type { ImageClient } from '@nimbo/clients/image'
import type { Context } from '@nimbo/kernel/context'
import type { VolumeBackend } from '../driver/volume-backend.ts'

const gibibyte = 1024 ** 3

interface Wanted {
  readonly volumeId: string
  readonly sizeGb: number
  readonly imageId: string
  readonly format: string
}

/**
 * Clones an image within the back end when the image is stored there and raw. Returns false, and creates nothing, when it cannot
 * be cloned.
 */
export const cloneImage =
  ({ volumes }: Pick<VolumeBackend, 'volumes'>, images: Pick<ImageClient, 'show'>) =>
  async (ctx: Context, { volumeId, sizeGb, imageId, format }: Wanted): Promise<boolean> => {
    if (volumes.cloneImage === undefined || format !== 'raw') return false
    const image = await images.show(ctx, imageId)
    if (image === undefined) return false
    const { direct_url: location, size } = image
    if (typeof location !== 'string' || typeof size !== 'number' || size > sizeGb * gibibyte) return false
    return volumes.cloneImage(volumeId, location, sizeGb)
  }
