import { destroyExpired } from '../app/destroy-object.ts'
import type { SwiftApp } from '../app/app.ts'

const most = 1000

/** Removes expired objects. Requests do not see them from their expiry on, whether removed or not. */
export const removeExpired =
  (app: SwiftApp) =>
  async (stopping: AbortSignal): Promise<void> => {
    const began = app.clock.now()
    let removed = 0
    for (;;) {
      const now = Math.floor(app.clock.now() / 1000)
      const expired = await app.objects.expiredBefore(now, most)
      for (const { containerId, name } of expired) {
        if (stopping.aborted) return
        await destroyExpired(app, { containerId, name, now })
        removed += 1
      }
      if (expired.length < most) break
    }
    const figures = { object_expiration_pass: (app.clock.now() - began) / 1000, expired_last_pass: removed }
    await app.reconFigures.put('object_expirer', figures)
  }
