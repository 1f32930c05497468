import { refuseUpgrade, type Upgrade } from '@nimbo/http/upgrade'

/** Spreads connections that ask for another protocol by the first part of their path, as requests are. */
export const mountedUpgrades =
  (mounts: ReadonlyMap<string, Upgrade>): Upgrade =>
  (request, socket, head) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    // A client that puts a slash before a path from the root has two.
    const [first] = path.split('/').filter((part) => part !== '')
    const upgrade = mounts.get(`/${first}`)
    if (upgrade) upgrade(request, socket, head)
    else refuseUpgrade(socket, 404, 'Not Found')
  }
