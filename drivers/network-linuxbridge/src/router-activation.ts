import type { RunRouter } from '@nimbo/network/driver/runs-routers'
import { deviceChanges, wantedDevices } from './router-devices.ts'
import { neighbourChanges } from './router-neighbours.ts'
import { pathChanges } from './router-paths.ts'

const nothing = '[]'

/** `ip -batch` lines that bring up a router whose devices were down and without addresses. */
export const activation = (router: RunRouter): string[] => [
  ...deviceChanges(wantedDevices(router), []),
  ...pathChanges(router, 4, nothing),
  ...pathChanges(router, 6, nothing),
  ...neighbourChanges(router, nothing).lines,
]

/** `ip -batch` lines that take a router down: its devices neither send nor receive. */
export const deactivation = (router: RunRouter): string[] =>
  wantedDevices(router).flatMap(({ name }) => [`link set dev ${name} down`, `address flush dev ${name}`])
