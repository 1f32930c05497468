import { listStores, showImport } from '@nimbo/contracts/image/discovery'
import { handle } from '../handle.ts'

const stores = handle(listStores, async ({ app }) => ({
  stores: [{ id: app.store.name, default: 'true' }],
}))

const importMethods = handle(showImport, async () => ({
  'import-methods': { description: 'Import methods available.', type: 'array', value: [] },
}))

export const infoRoutes = [stores, importMethods]
