import { defineService } from '@nimbo/service/define-service'
import { asSmallCloud, swiftOptions } from './config.ts'

export const objectStore = defineService({
  name: 'swift',
  type: 'object-store',
  mount: '/object-store',
  version: '/v1',
  catalog: [{ type: 'object-store', name: 'swift', path: '/v1/AUTH_$(project_id)s' }],
  options: swiftOptions,
  // Accounts and containers say who may, by roles of options and by their own lists: there are no rules to override.
  policies: async () => [],
  api: async () => (await import('./api/described.ts')).described,
  databases: {
    swift: { migrations: async () => (await import('./db/migrations.ts')).migrations },
  },
  drivers: ['objects'],
  unattended: { config: asSmallCloud },
  roles: {
    'swift-proxy': {
      kind: 'api',
      listens: { port: 8080 },
      start: async () => (await import('./roles/swift-proxy.ts')).startSwiftProxy,
    },
    'swift-expirer': {
      kind: 'worker',
      start: async () => (await import('./roles/swift-expirer.ts')).startSwiftExpirer,
    },
  },
})
