import { defineService } from '@nimbo/service/define-service'
import { asSmallCloud, swiftOptions } from './config.ts'
import { objectsOptions, policyIndexes, storagePolicyOptions } from './storage-options.ts'

const proxyTls = { section: 'DEFAULT', cert: 'cert_file', key: 'key_file', ca: 'ca_file' }

export const objectStore = defineService({
  name: 'swift',
  type: 'object-store',
  mount: '/object-store',
  version: '/v1',
  catalog: [
    { type: 'object-store', name: 'swift', path: '/v1/AUTH_$(project_id)s' },
    { type: 's3', name: 's3', path: '', role: 'swift-s3' },
  ],
  options: swiftOptions,
  sections: {
    named: (read) => policyIndexes(read([objectsOptions]).objects).map((index) => `storage-policy:${index}`),
    options: storagePolicyOptions,
    samples: ['storage-policy:0'],
  },
  // Access is controlled by roles in the configuration and by container ACLs; there are no policy rules to override.
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
      listens: { port: 8080, tls: proxyTls },
      start: async () => (await import('./roles/swift-proxy.ts')).startSwiftProxy,
    },
    'swift-s3': {
      kind: 'api',
      mount: '/s3',
      // Every path may be a bucket, so `/metrics` and the like cannot be served on this port.
      facesGuests: true,
      listens: {
        port: 3333,
        options: { host: 's3_bind_host', port: 's3_bind_port', workers: 's3_workers' },
        tls: proxyTls,
      },
      start: async () => (await import('./roles/swift-s3.ts')).startSwiftS3,
    },
    'swift-expirer': {
      kind: 'worker',
      start: async () => (await import('./roles/swift-expirer.ts')).startSwiftExpirer,
    },
  },
})
