import { keystoneOptions } from '@nimbo/identity/config'
import { keystoneServeOptions } from '../serve/options/keystone-options.ts'
import type { Role } from './role.ts'

export const keystoneRole: Role = {
  name: 'keystone',
  service: 'keystone',
  kind: 'api',
  binding: (settings) => {
    const { bind_host: host, bind_port: port, workers } = settings('keystone', keystoneServeOptions).DEFAULT
    return { host, port, workers }
  },
  start: async (host, { settings }) => {
    const { startKeystone } = await import('@nimbo/identity/roles/keystone')
    return startKeystone(host, { config: settings('keystone', keystoneOptions) })
  },
}
