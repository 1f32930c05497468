import type { Context } from '@nimbo/kernel/context'
import { preferNoStore, preferStore, prefersStore } from '../db/preferred-stores.ts'
import { errors } from '../errors.ts'
import type { KeyApp } from './key-app.ts'

/** The only secret store, with the same id in every cloud. */
export const storeId = '6f1a2c38-5d6b-4c1c-9d2e-0d1f4c0b7a51'

/** Throws unless secret stores are enabled. */
export const requireStores = ({ config }: KeyApp): void => {
  if (!config.secretstore.enable_multiple_secret_stores) throw errors.OneStoreOnly()
}

/** Throws for an unknown store. */
export const requireStore = (app: KeyApp, id: string): void => {
  requireStores(app)
  if (id !== storeId) throw errors.NoSuchStore()
}

/** Throws when the project has no preferred store. */
export const requirePreferred = async ({ db }: KeyApp, { projectId = '' }: Context): Promise<void> => {
  if (!(await prefersStore(db, projectId))) throw errors.NoPreferredStore()
}

export const prefer = ({ db }: KeyApp, { projectId = '' }: Context): Promise<void> =>
  preferStore(db, projectId, storeId)

export const preferNone = async (app: KeyApp, ctx: Context): Promise<void> => {
  await requirePreferred(app, ctx)
  await preferNoStore(app.db, ctx.projectId ?? '')
}
