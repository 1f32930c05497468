import { type Reconciler, reconciler } from '@nimbo/durable/reconciler'
import type { Clock } from '@nimbo/kernel/clock'
import type { Log } from '@nimbo/kernel/log'
import { type NeededImages, removeUnusedImages } from '../agent/images/remove-unused-images.ts'
import type { NovaConfig } from '../config.ts'

interface Deps {
  readonly config: Pick<NovaConfig, 'image_cache'>
  readonly directory: string
  /** All agents that share the directory. */
  readonly agents: readonly { readonly neededImages: () => Promise<NeededImages> }[]
  readonly clock: Clock
  readonly log: Log
}

/** Nova's interval, in seconds, of tasks without an interval of their own. */
const usualPauseSeconds = 60

/** Periodically removes cached images that no agent of this process needs; undefined if the options disable that. */
export const imageCacheCare = ({
  config,
  directory,
  agents,
  clock,
  log,
}: Deps): Pick<Reconciler, 'start' | 'stop'> | undefined => {
  const { manager_interval: seconds, remove_unused_base_images: removes } = config.image_cache
  if (seconds < 0 || !removes) return undefined
  const unusedForMs = config.image_cache.remove_unused_original_minimum_age_seconds * 1000
  const removeUnused = removeUnusedImages({ directory, unusedForMs, clock, log })
  return reconciler({
    ...{ name: 'image-cache', clock, log },
    everyMs: (seconds || usualPauseSeconds) * 1000,
    run: async () => {
      const needed = await Promise.all(agents.map((agent) => agent.neededImages()))
      await removeUnused({
        ids: new Set(needed.flatMap(({ ids }) => [...ids])),
        paths: new Set(needed.flatMap(({ paths }) => [...paths])),
        lastGiven: (path) =>
          needed.reduce<number | undefined>(
            (last, { lastGiven }) => Math.max(last ?? 0, lastGiven(path) ?? 0) || undefined,
            undefined,
          ),
      })
    },
  })
}
