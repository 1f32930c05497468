import { refuseUpgrade, type Upgrade } from '@nimbo/http/upgrade'

/** Spreads connections that ask for another protocol by the first part of their path, as requests are. */
export const mountedUpgrades =
  (mounts: ReadonlyMap<string, Upgrade>): Upgrade =>
  (request, socket, head) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/'
    const upgrade = mounts.get(`/${path.split('/')[1]}`)
    if (upgrade) upgrade(request, socket, head)
    else refuseUpgrade(socket, 404, 'Not Found')
  }
