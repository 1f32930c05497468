import { ok } from '@nimbo/http/reply'
import type { Route } from '@nimbo/http/route'
import type { ImageApp } from '../app/app.ts'
import { route } from './route.ts'

const forEveryone = { inHandler: 'any user may learn what the service offers' }

export const infoRoutes: readonly Route<ImageApp>[] = [
  route({
    method: 'GET',
    path: '/v2/info/stores',
    name: 'info.stores',
    policy: forEveryone,
    replies: [200],
    handle: async ({ app }) => ok({ stores: [{ id: app.store.name, default: 'true' }] }),
  }),
  route({
    method: 'GET',
    path: '/v2/info/import',
    name: 'info.import',
    policy: forEveryone,
    replies: [200],
    handle: async () =>
      ok({ 'import-methods': { description: 'Import methods available.', type: 'array', value: [] } }),
  }),
]
