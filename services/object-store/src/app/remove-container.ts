import type { SwiftApp } from './app.ts'
import { destroyExpired } from './destroy-object.ts'

const page = 1000

/**
 * Deletes an empty container. Expired objects do not count and are deleted first. Returns false when objects are left or the
 * container does not exist.
 */
export const removeContainer = async (app: SwiftApp, id: string): Promise<boolean> => {
  if (await app.containers.removeEmpty(id)) return true
  const now = Math.floor(app.clock.now() / 1000)
  for (;;) {
    const names = await app.objects.expiredIn(id, now, page)
    for (const name of names) await destroyExpired(app, { containerId: id, name, now })
    if (names.length < page) return app.containers.removeEmpty(id)
  }
}
