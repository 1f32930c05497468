import { glanceOptions } from '@nimbo/image/config'
import { glanceServeOptions } from '../serve/options/glance-options.ts'
import type { Role } from './role.ts'

export const glanceRole: Role = {
  name: 'glance-api',
  service: 'glance',
  kind: 'api',
  binding: (settings) => {
    const { bind_host: host, bind_port: port, workers } = settings('glance', glanceServeOptions).DEFAULT
    return { host, port, workers }
  },
  start: async (host, { settings, drivers }) => {
    const { startGlanceApi } = await import('@nimbo/image/roles/glance-api')
    return startGlanceApi(host, { config: settings('glance', glanceOptions), store: await drivers.images() })
  },
}
