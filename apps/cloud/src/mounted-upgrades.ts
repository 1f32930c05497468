import { refuseUpgrade, type Upgrade } from '@nimbo/http/upgrade'

/** Dispatches HTTP upgrade requests by the first segment of their path, like requests. */
export const mountedUpgrades =
  (mounts: ReadonlyMap<string, Upgrade>): Upgrade =>
  (request, socket, head) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    // Ignores empty segments: some clients send two leading slashes.
    const [first] = path.split('/').filter((part) => part !== '')
    const upgrade = mounts.get(`/${first}`)
    if (upgrade) upgrade(request, socket, head)
    else refuseUpgrade(socket, 404, 'Not Found')
  }
