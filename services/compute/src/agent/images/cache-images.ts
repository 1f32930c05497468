import type { Context } from '@nimbo/kernel/context'
import type { AgentSelf, AgentStore } from '../agent-context.ts'
import type { WantedImage } from './download-image.ts'

type Deps = Pick<AgentSelf, 'host' | 'log'> & Pick<AgentStore, 'images'>

/** Downloads images one after the other, to leave the host time for its servers; returns which it has now. */
export const cacheImages =
  ({ host, log, images }: Deps) =>
  async (ctx: Context, wanted: readonly WantedImage[]): Promise<{ cached: string[]; failed: string[] }> => {
    const cached: string[] = []
    const failed: string[] = []
    for (const image of wanted)
      try {
        await images.fetch(ctx, image)
        cached.push(image.id)
      } catch (error) {
        log.warn({ host, imageId: image.id, error }, 'an image could not be cached in advance')
        failed.push(image.id)
      }
    return { cached, failed }
  }
