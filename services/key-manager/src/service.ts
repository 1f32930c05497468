import { defineService } from '@nimbo/service/define-service'
import { barbicanOptions } from './config.ts'

/** The key manager (Barbican). */
export const keyManager = defineService({
  name: 'barbican',
  type: 'key-manager',
  mount: '/key-manager',
  options: barbicanOptions,
  policies: async () => (await import('./policies.ts')).policies,
  api: async () => (await import('./api/described.ts')).described,
  databases: {
    barbican: { migrations: async () => (await import('./db/migrations.ts')).migrations },
  },
  commands: async () => (await import('./manage/commands.ts')).commands,
  roles: {
    'barbican-api': {
      kind: 'api',
      listens: { port: 9311 },
      start: async () => (await import('./roles/barbican-api.ts')).startBarbicanApi,
    },
  },
})
