import { readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '@nimbo/kernel/clock'
import { isUuid } from '@nimbo/kernel/ids'
import type { Log } from '@nimbo/kernel/log'
import { markBeside } from './signatures/verified-mark.ts'

/** The cached images that servers of this machine need. */
export interface NeededImages {
  readonly ids: ReadonlySet<string>
  /** Files that disks are overlays on. */
  readonly paths: ReadonlySet<string>
  /** When the cache last returned a file, in milliseconds since the epoch. */
  readonly lastGiven: (path: string) => number | undefined
}

interface Deps {
  /** The directory of the cached images. */
  readonly directory: string
  /** Milliseconds that an image must have been unused before it is removed. */
  readonly unusedForMs: number
  readonly clock: Clock
  readonly log: Log
}

/** The id of the image in a file; undefined for other files, such as partial downloads. */
const imageOf = (name: string): string | undefined => {
  const id = name.replace(/\.raw$/, '')
  return isUuid(id) ? id : undefined
}

/**
 * Removes cached images that nothing on this machine has needed for long enough. The modification time of a file
 * records when the image was last needed, so that this is known after a restart, too.
 */
export const removeUnusedImages =
  ({ directory, unusedForMs, clock, log }: Deps) =>
  async ({ ids, paths, lastGiven }: NeededImages): Promise<void> => {
    for (const name of await readdir(directory)) {
      const [imageId, path] = [imageOf(name), join(directory, name)]
      if (imageId === undefined) continue
      const now = clock.now()
      if (ids.has(imageId) || paths.has(path)) {
        await utimes(path, now / 1000, now / 1000)
        continue
      }
      const { mtimeMs } = await stat(path)
      if (now - Math.max(mtimeMs, lastGiven(path) ?? 0) < unusedForMs) continue
      await rm(path, { force: true })
      await rm(markBeside(path), { force: true })
      log.info({ imageId }, 'a cached image that no server needs is removed')
    }
  }
