import { neutronOptions } from '@nimbo/network/config'
import { neutronServeOptions } from '../serve/options/neutron-options.ts'
import type { Role } from './role.ts'

export const neutronRoles: readonly Role[] = [
  {
    name: 'neutron-server',
    service: 'neutron',
    kind: 'api',
    binding: (settings) => {
      const { bind_host, bind_port, api_workers } = settings('neutron', neutronServeOptions).DEFAULT
      return { host: bind_host, port: bind_port, workers: api_workers }
    },
    start: async (host, { settings }) => {
      const { startNeutronServer } = await import('@nimbo/network/roles/neutron-server')
      return startNeutronServer(host, { config: settings('neutron', neutronOptions) })
    },
  },
  {
    name: 'neutron-linuxbridge-agent',
    service: 'neutron',
    kind: 'agent',
    start: async (host, { settings, drivers, hosts }) => {
      const { startNeutronAgents } = await import('@nimbo/network/roles/neutron-agents')
      return startNeutronAgents(host, {
        config: settings('neutron', neutronOptions),
        driver: await drivers.network(),
        hosts,
      })
    },
  },
]
