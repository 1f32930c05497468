import { inTransaction } from '@nimbo/db/in-transaction'
import { timestamp } from '@nimbo/kernel/clock'
import { type Db, findProvider, needProvider, type Provider } from '../db/providers.ts'
import { codes, errors } from '../errors.ts'
import type { PlacementApp } from './app.ts'

interface NewProvider {
  readonly id: string
  readonly name: string
  readonly parentId: string | null
}

const refuseTakenName = async (trx: Db, name: string, id: string, what = 'name: '): Promise<void> => {
  const other = await trx
    .selectFrom('resource_providers')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirst()
  if (other && other.id !== id) throw errors.DuplicateName({ what, name, code: codes.duplicateName })
}

const notMade = ({ id, name }: NewProvider, because: string) =>
  errors.Invalid({
    reason: `Unable to create resource provider "${name}", ${id}: Object action create failed because: ${because}`,
  })

const needParent = async (trx: Db, parentId: string, asked: NewProvider): Promise<Provider> => {
  const parent = await findProvider(trx, parentId)
  if (!parent) throw notMade(asked, 'parent provider UUID does not exist.')
  return parent
}

export const showProvider =
  ({ db }: PlacementApp) =>
  (id: string): Promise<Provider> =>
    needProvider(db, id)

export const createProvider =
  (app: PlacementApp) =>
  (asked: NewProvider): Promise<Provider> =>
    inTransaction(app.db, async (trx) => {
      const { id, name, parentId } = asked
      if (name === '') throw notMade(asked, 'name is required')
      if (await findProvider(trx, id)) throw errors.DuplicateId({ id, code: codes.duplicateName })
      await refuseTakenName(trx, name, id)
      if (parentId === id)
        throw errors.Invalid({
          reason: 'parent provider UUID cannot be same as UUID. Unable to create resource provider',
        })
      const root_id = parentId === null ? id : (await needParent(trx, parentId, asked)).root_id
      const now = timestamp(app.clock)
      const provider = {
        id,
        name,
        generation: 0,
        parent_id: parentId,
        root_id,
        created_at: now,
        updated_at: now,
      }
      await trx.insertInto('resource_providers').values(provider).execute()
      return provider
    })

interface ProviderChange {
  readonly name: string
  /** The new parent; undefined keeps the present one. */
  readonly parentId: string | null | undefined
  /** Whether an existing parent may be changed or removed (since 1.37). */
  readonly mayMove: boolean
}

/** Renames a provider, and moves it with its subtree to another parent if given; null makes it a root. */
export const updateProvider =
  (app: PlacementApp) =>
  (id: string, change: ProviderChange): Promise<Provider> =>
    inTransaction(app.db, async (trx) => {
      const provider = await needProvider(trx, id)
      await refuseTakenName(trx, change.name, id, '')
      const updated = { ...provider, name: change.name, updated_at: timestamp(app.clock) }
      if (change.parentId !== undefined && change.parentId !== provider.parent_id) {
        if (!change.mayMove && provider.parent_id !== null) throw unmoved(id, change.parentId)
        updated.parent_id = change.parentId
        updated.root_id = await moveSubtree(trx, provider, change.parentId)
      }
      const { name, parent_id, root_id, updated_at } = updated
      await trx
        .updateTable('resource_providers')
        .set({ name, parent_id, root_id, updated_at })
        .where('id', '=', id)
        .execute()
      return updated
    })

const unmoved = (uuid: string, parentId: string | null) => {
  const what = parentId === null ? 'un-parenting' : 're-parenting'
  return errors.NotSaved({ uuid, reason: `${what} a provider is not currently allowed.` })
}

const moveSubtree = async (trx: Db, provider: Provider, parentId: string | null): Promise<string> => {
  const below = await subtree(trx, provider)
  if (parentId !== null && below.includes(parentId)) {
    throw errors.NotSaved({ uuid: provider.id, reason: 'creating loop in the provider tree is not allowed.' })
  }
  const parent = parentId === null ? undefined : await findProvider(trx, parentId)
  if (parentId !== null && !parent)
    throw errors.NotSaved({ uuid: provider.id, reason: 'parent provider UUID does not exist.' })
  const root_id = parent?.root_id ?? provider.id
  await trx.updateTable('resource_providers').set({ root_id }).where('id', 'in', below).execute()
  return root_id
}

/** A provider with its subtree. */
const subtree = async (trx: Db, provider: Provider): Promise<string[]> => {
  const tree = await trx
    .selectFrom('resource_providers')
    .select(['id', 'parent_id'])
    .where('root_id', '=', provider.root_id)
    .execute()
  const found = [provider.id]
  for (const id of found) found.push(...tree.filter((row) => row.parent_id === id).map((row) => row.id))
  return found
}

export const removeProvider =
  (app: PlacementApp) =>
  (id: string): Promise<void> =>
    inTransaction(app.db, async (trx) => {
      await needProvider(trx, id, ' for delete')
      const child = await trx
        .selectFrom('resource_providers')
        .select('id')
        .where('parent_id', '=', id)
        .executeTakeFirst()
      if (child) throw errors.ProviderHasChildren({ uuid: id, code: codes.cannotDeleteParent })
      const held = await trx
        .selectFrom('allocations')
        .select('consumer_id')
        .where('provider_id', '=', id)
        .limit(1)
        .executeTakeFirst()
      if (held) throw errors.ProviderInUse({ uuid: id, code: codes.providerInUse })
      await trx.deleteFrom('resource_providers').where('id', '=', id).execute()
    })
