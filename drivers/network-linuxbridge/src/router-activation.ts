import type { RunRouter } from '@nimbo/network/driver/runs-routers'
import { deviceChanges, wantedDevices } from './router-devices.ts'
import { neighbourChanges } from './router-neighbours.ts'
import { pathChanges } from './router-paths.ts'

const nothing = '[]'

/** What `ip -batch` is told so that a router is here whose devices were off and without addresses. */
export const activation = (router: RunRouter): string[] => [
  ...deviceChanges(wantedDevices(router), []),
  ...pathChanges(router, 4, nothing),
  ...pathChanges(router, 6, nothing),
  ...neighbourChanges(router, nothing).lines,
]

/** What `ip -batch` is told so that the router is elsewhere: here its devices neither say nor hear anything. */
export const deactivation = (router: RunRouter): string[] =>
  wantedDevices(router).flatMap(({ name }) => [`link set dev ${name} down`, `address flush dev ${name}`])
