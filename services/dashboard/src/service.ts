import { defineService } from '@nimbo/service/define-service'
import { horizonOptions } from './config.ts'

export const dashboard = defineService({
  name: 'horizon',
  type: 'dashboard',
  mount: '/dashboard',
  // The dashboard is for people, so it is not in the catalog.
  catalog: [],
  options: horizonOptions,
  policies: async () => [],
  api: async () => (await import('./api/described.ts')).described,
  databases: {
    horizon: { migrations: async () => (await import('./db/migrations.ts')).migrations },
  },
  unattended: {
    config: async (config, { secret }) => ({
      ...config,
      DEFAULT: { ...config.DEFAULT, secret_key: config.DEFAULT.secret_key ?? (await secret('horizon-key')) },
    }),
  },
  roles: {
    horizon: {
      kind: 'api',
      listens: { port: 8010 },
      start: async () => (await import('./roles/horizon.ts')).startHorizon,
    },
  },
})
