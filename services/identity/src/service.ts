import { defineService } from '@nimbo/service/define-service'
import { keystoneOptions } from './config.ts'

export const identity = defineService({
  name: 'keystone',
  type: 'identity',
  mount: '/identity',
  version: '/v3',
  catalog: [{ type: 'identity', name: 'keystone', mountedPath: '' }],
  options: keystoneOptions,
  policies: async () => (await import('./policies.generated.ts')).policies,
  api: async () => (await import('./api/described.ts')).described,
  databases: {
    keystone: { migrations: async () => (await import('./migrations.ts')).identityMigrations },
  },
  commands: async () => (await import('./manage/fernet.ts')).commands,
  bootstrap: async (host, bootstrap) =>
    (await import('./manage/bootstrap.ts')).bootstrapIdentity(host, bootstrap),
  roles: {
    keystone: {
      kind: 'api',
      listens: { port: 5000 },
      start: async () => (await import('./roles/keystone.ts')).startKeystone,
    },
  },
})
