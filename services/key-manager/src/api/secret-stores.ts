import * as contract from '@nimbo/contracts/key-manager/secret-stores'
import { referenceTo, type Shower } from '../app/references.ts'
import { prefer, preferNone, requirePreferred, requireStore, requireStores, storeId } from '../app/stores.ts'
import { handle } from './handle.ts'

const storeMade = '2026-01-01T00:00:00'

const view = (shower: Shower): contract.SecretStoreView => ({
  ...{ created: storeMade, updated: storeMade, status: 'ACTIVE', global_default: true },
  name: shower.app.config.simple_crypto_plugin.plugin_name,
  ...{ secret_store_plugin: 'store_crypto', crypto_plugin: 'simple_crypto' },
  secret_store_ref: referenceTo(shower, 'secret-stores', storeId),
})

const list = handle(contract.listStores, async (call) => {
  requireStores(call.app)
  return { secret_stores: [view(call)] }
})

const showDefault = handle(contract.showDefaultStore, async (call) => {
  requireStores(call.app)
  return view(call)
})

const showPreferred = handle(contract.showPreferredStore, async (call) => {
  requireStores(call.app)
  await requirePreferred(call.app, call.ctx)
  return view(call)
})

const show = handle(contract.showStore, async (call) => {
  requireStore(call.app, call.params.secret_store_id)
  return view(call)
})

const preferOne = handle(contract.preferStore, async ({ app, ctx, params }) => {
  requireStore(app, params.secret_store_id)
  await prefer(app, ctx)
})

const preferNoOne = handle(contract.preferNoStore, async ({ app, ctx, params }) => {
  requireStore(app, params.secret_store_id)
  await preferNone(app, ctx)
})

export const secretStores = [list, showDefault, showPreferred, show, preferOne, preferNoOne]
