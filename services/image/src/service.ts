import { defineService } from '@nimbo/service/define-service'
import { backendOptions, cacheOptions, glanceOptions, storeOptions, storesOptions } from './config.ts'
import { namedBackends } from './backend-options.ts'

export const image = defineService({
  name: 'glance',
  type: 'image',
  mount: '/image',
  options: [storeOptions, storesOptions, cacheOptions, ...glanceOptions],
  sections: {
    named: (read) => namedBackends(read([storesOptions]).DEFAULT.enabled_backends).map(({ name }) => name),
    options: backendOptions,
    samples: ['fast'],
  },
  policies: async () => (await import('./policies.generated.ts')).policies,
  api: async () => (await import('./api/described.ts')).described,
  databases: {
    glance: { migrations: async () => (await import('./db/migrations.ts')).migrations },
  },
  commands: async () => (await import('./manage/commands.ts')).commands,
  unattended: {
    prepare: async (host) => (await import('./manage/prepare.ts')).prepareImages(host),
  },
  drivers: ['store'],
  roles: {
    'glance-api': {
      kind: 'api',
      listens: { port: 9292 },
      start: async () => (await import('./roles/glance-api.ts')).startGlanceApi,
    },
  },
})
