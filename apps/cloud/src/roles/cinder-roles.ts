import { type CinderConfig, cinderOptions } from '@nimbo/volume/config'
import { cinderServeOptions } from '../serve/options/cinder-options.ts'
import type { Role, RoleGround } from './role.ts'

/** The volume services of a process have one name, whatever number of compute hosts it stands for. */
const configOf = ({ settings, hosts: [first = 'localhost'] }: RoleGround): CinderConfig => {
  const config = settings('cinder', cinderOptions)
  return { ...config, DEFAULT: { ...config.DEFAULT, host: config.DEFAULT.host ?? first } }
}

export const cinderRoles: readonly Role[] = [
  {
    name: 'cinder-api',
    service: 'cinder',
    kind: 'api',
    binding: (settings) => {
      const { DEFAULT } = settings('cinder', cinderServeOptions)
      return {
        host: DEFAULT.osapi_volume_listen,
        port: DEFAULT.osapi_volume_listen_port,
        workers: DEFAULT.osapi_volume_workers,
      }
    },
    start: async (host, ground) => {
      const { startCinderApi } = await import('@nimbo/volume/roles/cinder-api')
      return startCinderApi(host, { config: configOf(ground) })
    },
  },
  {
    name: 'cinder-scheduler',
    service: 'cinder',
    kind: 'worker',
    start: async (host, ground) => {
      const { startCinderScheduler } = await import('@nimbo/volume/roles/cinder-scheduler')
      return startCinderScheduler(host, {
        config: configOf(ground),
        ...(ground.instance === undefined ? {} : { instance: ground.instance }),
      })
    },
  },
  {
    name: 'cinder-volume',
    service: 'cinder',
    kind: 'agent',
    start: async (host, ground) => {
      const { startCinderVolume } = await import('@nimbo/volume/roles/cinder-volume')
      return startCinderVolume(host, { config: configOf(ground), backends: await ground.drivers.volumes() })
    },
  },
]
