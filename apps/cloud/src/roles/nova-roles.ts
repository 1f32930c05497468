import { type NovaConfig, novaOptions } from '@nimbo/compute/service/compute-options'
import { novaServeOptions } from '../serve/options/nova-options.ts'
import type { Role, RoleGround } from './role.ts'

const atFirstReport = { discover_hosts_in_cells_interval: 0 }

const configOf = ({ settings, takesNewHosts }: RoleGround): NovaConfig => {
  const config = settings('nova', novaOptions)
  return takesNewHosts ? { ...config, scheduler: { ...config.scheduler, ...atFirstReport } } : config
}

const sealOf = ({ sealingKey }: RoleGround) => (sealingKey === undefined ? {} : { sealingKey })

/** Hosts come before whoever sends them work. */
export const novaRoles: readonly Role[] = [
  {
    name: 'nova-compute',
    service: 'nova',
    kind: 'agent',
    start: async (host, ground) => {
      const { startNovaCompute } = await import('@nimbo/compute/roles/nova-compute')
      return startNovaCompute(host, {
        config: configOf(ground),
        hypervisors: await ground.drivers.hypervisors(),
      })
    },
  },
  {
    name: 'nova-scheduler',
    service: 'nova',
    kind: 'worker',
    workers: (settings) => settings('nova', novaServeOptions).scheduler.workers,
    start: async (host, ground) => {
      const { startNovaScheduler } = await import('@nimbo/compute/roles/nova-scheduler')
      return startNovaScheduler(host, { config: configOf(ground) })
    },
  },
  {
    name: 'nova-conductor',
    service: 'nova',
    kind: 'worker',
    workers: (settings) => settings('nova', novaServeOptions).conductor.workers,
    start: async (host, ground) => {
      const { startNovaConductor } = await import('@nimbo/compute/roles/nova-conductor')
      return startNovaConductor(host, {
        config: configOf(ground),
        ...sealOf(ground),
        ...(ground.instance === undefined ? {} : { instance: ground.instance }),
      })
    },
  },
  {
    name: 'nova-api',
    service: 'nova',
    kind: 'api',
    binding: (settings) => {
      const { DEFAULT } = settings('nova', novaServeOptions)
      return {
        host: DEFAULT.osapi_compute_listen,
        port: DEFAULT.osapi_compute_listen_port,
        workers: DEFAULT.osapi_compute_workers,
      }
    },
    start: async (host, ground) => {
      const { startNovaApi } = await import('@nimbo/compute/roles/nova-api')
      return startNovaApi(host, { config: configOf(ground), ...sealOf(ground) })
    },
  },
  {
    name: 'nova-api-metadata',
    service: 'nova',
    kind: 'api',
    byRequest: true,
    facesGuests: true,
    binding: (settings) => {
      const { DEFAULT } = settings('nova', novaServeOptions)
      return {
        host: DEFAULT.metadata_listen,
        port: DEFAULT.metadata_listen_port,
        workers: DEFAULT.metadata_workers,
      }
    },
    start: async (host, ground) => {
      const { startNovaApiMetadata } = await import('@nimbo/compute/roles/nova-api-metadata')
      return startNovaApiMetadata(host, { config: configOf(ground) })
    },
  },
]
