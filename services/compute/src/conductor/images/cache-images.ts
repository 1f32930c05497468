import {
  cacheImagesNotification,
  cacheImagesProgressNotification,
} from '@nimbo/contracts/compute/notifications/administration'
import type { ImageToCache } from '@nimbo/contracts/compute-rpc/image-to-cache'
import type { Context } from '@nimbo/kernel/context'
import { slots } from '@nimbo/kernel/slots'
import { hostMappings } from '../../db/cells/host-mappings.ts'
import { aggregateData } from '../../domain/notifications/administration-payloads.ts'
import type { SpeaksToHosts } from '../../flows/flow-deps.ts'
import type { ConductorDeps } from '../conductor-deps.ts'
import type { ImagesOfAggregate } from './images-of-aggregate.ts'

interface Deps extends Pick<ConductorDeps, 'databases' | 'clock' | 'log' | 'notifier'>, SpeaksToHosts {
  /** `[image_cache] precache_concurrency`: how many hosts fetch images at once. */
  readonly hostsAtOnce: number
}

/** The images that a host has cached, and those that it could not. */
interface Fetched {
  readonly cached: readonly string[]
  readonly failed: readonly string[]
}

/** Has a host fetch images; all fail on a host that is down or does not answer. */
const fetchOn =
  ({ databases, clock, log, agent, hostIsUp }: Deps) =>
  async (ctx: Context, host: string, images: readonly ImageToCache[]): Promise<Fetched> => {
    const none = { cached: [], failed: images.map(({ id }) => id) }
    try {
      const cellId = await hostMappings(databases.api, clock).cellOf(host)
      if (cellId === undefined || !(await hostIsUp(cellId, host))) {
        log.warn({ host }, 'a host is down; it caches no images in advance')
        return none
      }
      return await (await agent({ cellId, host })).cacheImages(ctx, { images: [...images] })
    } catch (error) {
      log.warn({ host, error }, 'a host did not cache images in advance')
      return none
    }
  }

/**
 * Has the hosts of an aggregate fetch images, some at a time, and tells of each when it is done. A host that fails
 * fetches an image when it needs it.
 */
export const cacheImages =
  (deps: Deps) =>
  async (ctx: Context, { aggregate, images }: ImagesOfAggregate): Promise<void> => {
    const { notifier, hostsAtOnce } = deps
    const { api } = deps.databases
    const { id, uuid, name, hosts } = aggregate
    const resource = uuid
    const tell = (phase: 'start' | 'end') =>
      notifier.tell(api, ctx, cacheImagesNotification, {
        ...{ phase, resource },
        payload: () => aggregateData(aggregate),
      })
    await tell('start')
    const turns = slots(hostsAtOnce)
    let done = 0
    const fetchInTurn = (host: string) =>
      turns.run(async () => {
        const { cached, failed } = await fetchOn(deps)(ctx, host, images)
        done += 1
        const index = done
        await notifier.tell(api, ctx, cacheImagesProgressNotification, {
          ...{ phase: 'progress', resource },
          payload: () => ({
            ...{ id, uuid, name, host, index, total: hosts.length },
            ...{ images_cached: [...cached], images_failed: [...failed] },
          }),
        })
      })
    await Promise.all(hosts.map(fetchInTurn))
    await tell('end')
  }
