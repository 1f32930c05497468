import { defineService } from '@nimbo/service/define-service'
import { backendOptions, backupOptions, cinderOptions, conversionOptions } from './config.ts'

const [serviceOptions] = cinderOptions

export const volume = defineService({
  name: 'cinder',
  type: 'volume',
  mount: '/volume',
  version: '/v3',
  catalog: [
    { type: 'volumev3', name: 'cinderv3', path: '/v3/$(project_id)s' },
    { type: 'block-storage', name: 'cinder' },
  ],
  aliases: ['volumev2'],
  options: [...cinderOptions, backupOptions, conversionOptions],
  sections: {
    named: (read) => read([serviceOptions]).DEFAULT.enabled_backends,
    options: backendOptions,
    samples: ['lvm'],
  },
  commands: async () => (await import('./manage/commands.ts')).commands,
  policies: async () => (await import('./policies.generated.ts')).policies,
  api: async () => (await import('./resources.ts')).described,
  databases: {
    cinder: { migrations: async () => (await import('./migrations.ts')).migrations },
  },
  drivers: ['volume'],
  upgradeLevels: {
    scheduler: {
      who: 'cinder-scheduler',
      interfaces: async () => [(await import('@nimbo/contracts/volume/volume-scheduler')).volumeSchedulerRpc],
    },
    backup: {
      who: 'cinder-backup',
      interfaces: async () => [(await import('@nimbo/contracts/volume/volume-backup')).volumeBackupRpc],
    },
    volume: {
      who: 'cinder-volume',
      interfaces: async () => [(await import('@nimbo/contracts/volume/volume-host')).volumeHostRpc],
    },
  },
  unattended: {
    // The volume services of a process share one host name, even if the process stands for several compute hosts.
    config: async (config, { hosts: [first] }) => ({
      ...config,
      DEFAULT: { ...config.DEFAULT, host: config.DEFAULT.host ?? first },
    }),
  },
  roles: {
    'cinder-api': {
      kind: 'api',
      listens: {
        port: 8776,
        options: {
          host: 'osapi_volume_listen',
          port: 'osapi_volume_listen_port',
          workers: 'osapi_volume_workers',
        },
        tls: {
          ...{ section: 'ssl', cert: 'cert_file', key: 'key_file', ca: 'ca_file' },
          enabledBy: { option: 'osapi_volume_use_ssl' },
        },
      },
      start: async () => (await import('./roles/cinder-api.ts')).startCinderApi,
    },
    'cinder-scheduler': {
      kind: 'worker',
      start: async () => (await import('./roles/cinder-scheduler.ts')).startCinderScheduler,
    },
    'cinder-backup': {
      kind: 'agent',
      start: async () => (await import('./roles/cinder-backup.ts')).startCinderBackup,
    },
    'cinder-volume': {
      kind: 'agent',
      start: async () => (await import('./roles/cinder-volume.ts')).startCinderVolume,
    },
  },
})
