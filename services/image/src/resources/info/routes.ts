import { listStores, listStoresInFull, showImport } from '@nimbo/contracts/image/discovery'
import type { ImageApp } from '../../app/app.ts'
import type { NamedStore, ReadableStore } from '../../driver/image-store.ts'
import { handle } from '../handle.ts'

const storeView = (
  { stores: { usual, elsewhere } }: ImageApp,
  { id, description }: NamedStore<ReadableStore>,
) => ({
  id,
  ...(description === undefined ? {} : { description }),
  ...(id === usual.id ? { default: 'true' } : {}),
  ...(id === elsewhere?.id ? { 'read-only': 'true' } : {}),
})

const stores = handle(listStores, async ({ app }) => ({
  stores: app.stores.all.map((one) => storeView(app, one)),
}))

const storesInFull = handle(listStoresInFull, async ({ app }) => ({
  stores: app.stores.all.map((one) => ({
    ...storeView(app, one),
    type: one.store.type,
    weight: one.weight,
    properties: { ...one.store.properties },
  })),
}))

const importMethods = handle(showImport, async ({ app }) => ({
  'import-methods': {
    description: 'Import methods available.',
    type: 'array',
    value: [...app.config.DEFAULT.enabled_import_methods],
  },
}))

export const infoRoutes = [stores, storesInFull, importMethods]
