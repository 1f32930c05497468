import type { SwiftApp } from './app.ts'
import { destroyObject } from './destroy-object.ts'

const page = 1000

/**
 * Removes a container that has nothing in it; what has expired counts as gone, and goes before it. False when there is
 * something left, or the container is gone already.
 */
export const removeContainer = async (app: SwiftApp, id: string): Promise<boolean> => {
  if (await app.containers.removeEmpty(id)) return true
  const now = Math.floor(app.clock.now() / 1000)
  for (;;) {
    const names = await app.objects.expiredIn(id, now, page)
    for (const name of names) await destroyObject(app, id, name)
    if (names.length < page) return app.containers.removeEmpty(id)
  }
}
