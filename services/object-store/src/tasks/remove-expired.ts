import { destroyObject } from '../app/destroy-object.ts'
import type { SwiftApp } from '../app/app.ts'

const most = 1000

/** Removes objects that have expired; whoever asks for one does not see it from the instant on, removed or not. */
export const removeExpired =
  (app: SwiftApp) =>
  async (stopping: AbortSignal): Promise<void> => {
    for (;;) {
      const now = Math.floor(app.clock.now() / 1000)
      const expired = await app.objects.expiredBefore(now, most)
      for (const { containerId, name } of expired) {
        if (stopping.aborted) return
        const stored = await app.objects.find(containerId, name)
        // It may have been put again since, to stay.
        if (stored?.deleteAt !== null && stored !== undefined && stored.deleteAt <= now)
          await destroyObject(app, containerId, name)
      }
      if (expired.length < most) return
    }
  }
