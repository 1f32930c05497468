import { keystoneOptions } from '@nimbo/identity/config'
import { startKeystone } from '@nimbo/identity/roles/keystone'
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
  start: (host, { settings }) => startKeystone(host, { config: settings('keystone', keystoneOptions) }),
}
