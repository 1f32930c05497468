import { defineService } from '@nimbo/service/define-service'
import { heatOptions } from './config.ts'

export const orchestration = defineService({
  name: 'heat',
  type: 'orchestration',
  mount: '/heat-api',
  catalog: [{ type: 'orchestration', name: 'heat', path: '/v1/$(project_id)s' }],
  options: heatOptions,
  policies: async () => (await import('./policies.ts')).policies,
  api: async () => (await import('./api/described.ts')).described,
  databases: {
    heat: { migrations: async () => (await import('./db/migrations.ts')).migrations },
  },
  upgradeLevels: {
    engine: {
      who: 'heat-engine',
      interfaces: async () => [(await import('@nimbo/contracts/orchestration/heat-engine')).heatEngineRpc],
    },
  },
  unattended: {
    config: async (config, { secret }) => ({
      ...config,
      DEFAULT: {
        ...config.DEFAULT,
        auth_encryption_key: config.DEFAULT.auth_encryption_key ?? (await secret('heat-signing-key')),
      },
    }),
  },
  roles: {
    'heat-engine': {
      kind: 'worker',
      processes: ({ DEFAULT }) => DEFAULT.num_engine_workers,
      start: async () => (await import('./roles/heat-engine.ts')).startHeatEngine,
    },
    'heat-api': {
      kind: 'api',
      listens: {
        port: 8004,
        tls: { section: 'heat_api', cert: 'cert_file', key: 'key_file', ca: 'ca_file' },
      },
      start: async () => (await import('./roles/heat-api.ts')).startHeatApi,
    },
    'heat-api-cfn': {
      kind: 'api',
      // In a single-process cloud heat-api also serves the signed URLs for guests.
      byRequest: true,
      facesGuests: true,
      listens: {
        port: 8000,
        options: { host: 'cfn_bind_host', port: 'cfn_bind_port', workers: 'cfn_workers' },
        tls: { section: 'heat_api_cfn', cert: 'cert_file', key: 'key_file', ca: 'ca_file' },
      },
      start: async () => (await import('./roles/heat-api-cfn.ts')).startHeatApiCfn,
    },
  },
})
