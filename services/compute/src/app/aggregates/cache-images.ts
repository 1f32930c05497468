import type { Image } from '@nimbo/clients/image'
import type { Context } from '@nimbo/kernel/context'
import type { Aggregate } from '../../domain/hosts/aggregate.ts'
import { errors } from '../../errors.ts'
import type { ComputeApiDeps } from '../app.ts'

type Deps = Pick<ComputeApiDeps, 'clients' | 'conductor'>

/**
 * Asks the conductor to have every host of an aggregate cache images. A host that cannot downloads an image when it needs it.
 * Throws `BadRequest` for an unknown image.
 */
export const cacheImages =
  ({ clients, conductor }: Deps) =>
  async (ctx: Context, aggregate: Aggregate, imageIds: readonly string[]): Promise<void> => {
    if (new Set(imageIds).size < imageIds.length)
      throw errors.BadRequest({ reason: 'Duplicate images in request' })
    const images: Image[] = []
    for (const id of imageIds) {
      const image = await clients.image.show(ctx, id)
      if (!image) throw errors.BadRequest({ reason: `Image ${id} could not be found.` })
      images.push(image)
    }
    const wanted = images.map(({ id, disk_format, os_hash_algo, os_hash_value }) => ({
      id,
      diskFormat: disk_format,
      hashAlgo: os_hash_algo,
      hashValue: os_hash_value,
    }))
    await conductor.cacheImages(ctx, { aggregate, images: wanted })
  }
