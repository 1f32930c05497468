import { defineService } from '@nimbo/service/define-service'
import { placementOptions } from './config.ts'

export const placement = defineService({
  name: 'placement',
  type: 'placement',
  mount: '/placement',
  options: placementOptions,
  policies: async () => (await import('./policies.generated.ts')).policies,
  api: async () => (await import('./api/described.ts')).described,
  databases: {
    placement: { migrations: async () => (await import('./db/migrations.ts')).migrations },
  },
  roles: {
    'placement-api': {
      kind: 'api',
      listens: { port: 8778 },
      start: async () => (await import('./roles/placement-api.ts')).startPlacementApi,
    },
  },
})
