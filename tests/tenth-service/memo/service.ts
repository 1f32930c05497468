import { defineService } from '@nimbo/service/define-service'
import { memoOptions } from './config.ts'

/** An example service, which is in no real cloud: it stores memos of projects, to which a worker adds a note. */
export const memo = defineService({
  name: 'memo',
  type: 'memo',
  mount: '/memo',
  version: '/v1',
  options: memoOptions,
  policies: async () => (await import('./policies.ts')).policies,
  api: async () => ({ title: 'Memo', operations: (await import('./operations.ts')).operations }),
  databases: { memo: { migrations: async () => (await import('./migrations.ts')).migrations } },
  roles: {
    'memo-api': {
      kind: 'api',
      listens: { port: 9999 },
      start: async () => (await import('./memo-api.ts')).startMemoApi,
    },
    'memo-worker': {
      kind: 'worker',
      start: async () => (await import('./memo-worker.ts')).startMemoWorker,
    },
  },
})
