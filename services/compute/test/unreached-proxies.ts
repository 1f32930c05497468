import type { Proxied } from '../src/app/app.ts'

const outOfReach = (): Promise<never> => Promise.reject(new Error('this story does not reach that far'))

/** For stories in which nobody asks compute for what other services have. */
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
