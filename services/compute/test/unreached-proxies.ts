import type { Proxied } from '../src/app/app.ts'

const outOfReach = (): Promise<never> =>
  Promise.reject(new Error('the doubles of this test do not support this call'))

/** For tests without requests that compute passes on to other services. */
export const unreachedProxies: Proxied = {
  images: { list: outOfReach, show: outOfReach, change: outOfReach, remove: outOfReach },
  volumes: {
    ...{ volumes: outOfReach, volume: outOfReach, createVolume: outOfReach, removeVolume: outOfReach },
    ...{ snapshots: outOfReach, snapshot: outOfReach, createSnapshot: outOfReach },
    removeSnapshot: outOfReach,
  },
  floatingIps: {
    ...{ list: outOfReach, show: outOfReach, create: outOfReach, remove: outOfReach },
    associate: outOfReach,
  },
  securityGroups: {
    ...{ show: outOfReach, create: outOfReach, update: outOfReach, remove: outOfReach },
    ...{ createRule: outOfReach, removeRule: outOfReach },
  },
}
