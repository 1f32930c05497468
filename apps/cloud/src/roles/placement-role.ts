import { placementOptions } from '@nimbo/placement/config'
import { placementServeOptions } from '../serve/options/placement-options.ts'
import type { Role } from './role.ts'

export const placementRole: Role = {
  name: 'placement-api',
  service: 'placement',
  kind: 'api',
  binding: (settings) => {
    const { bind_host: host, bind_port: port, workers } = settings('placement', placementServeOptions).DEFAULT
    return { host, port, workers }
  },
  start: async (host, { settings }) => {
    const { startPlacementApi } = await import('@nimbo/placement/roles/placement-api')
    return startPlacementApi(host, { config: settings('placement', placementOptions) })
  },
}
