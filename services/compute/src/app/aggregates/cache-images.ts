import type { Image } from '@nimbo/clients/image'
import { cacheImagesNotification } from '@nimbo/contracts/compute/notifications/administration'
import type { Context } from '@nimbo/kernel/context'
import { hostMappings } from '../../db/cells/host-mappings.ts'
import type { Aggregate } from '../../domain/hosts/aggregate.ts'
import { aggregateData } from '../../domain/notifications/administration-payloads.ts'
import { errors } from '../../errors.ts'
import type { ComputeApiDeps } from '../app.ts'

type Deps = Pick<ComputeApiDeps, 'databases' | 'clock' | 'clients' | 'computeHost' | 'log' | 'notifier'>

/**
 * Sends every host of an aggregate the request to cache images; resolves when all requests are sent. A host that cannot
 * be reached downloads an image when it needs it. Throws `BadRequest` for an unknown image.
 */
export const cacheImages =
  ({ databases, clock, clients, computeHost, log, notifier }: Deps) =>
  async (ctx: Context, aggregate: Aggregate, imageIds: readonly string[]): Promise<void> => {
    const { hosts } = aggregate
    const tell = (phase: 'start' | 'end') =>
      notifier.tell(databases.api, ctx, cacheImagesNotification, {
        ...{ phase, resource: aggregate.uuid },
        payload: () => aggregateData(aggregate),
      })
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
    await tell('start')
    const cells = await hostMappings(databases.api, clock).cellsOf([...hosts])
    await Promise.all(
      [...cells].map(async ([host, cellId]) => {
        try {
          await computeHost.cacheImages(ctx, { cellId, host, images: wanted })
        } catch (error) {
          log.warn({ host, error }, 'the request to cache images was not sent to a host')
        }
      }),
    )
    await tell('end')
  }
