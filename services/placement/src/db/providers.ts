import { prepared } from '@nimbo/db/prepared'
import { type Kysely, type Selectable, sql } from 'kysely'
import { codes, errors } from '../errors.ts'
import type { PlacementTables, ProviderRow } from './tables.ts'

export type Provider = Selectable<ProviderRow>

/** The database or a transaction. */
export type Db = Kysely<PlacementTables>

interface OfProviders {
  readonly providerIds: readonly string[]
}

export const findProvider = (db: Db, id: string): Promise<Provider | undefined> =>
  db.selectFrom('resource_providers').selectAll().where('id', '=', id).executeTakeFirst()

export const findProviders = (db: Db, ids: readonly string[]): Promise<Provider[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('resource_providers').selectAll().where('id', 'in', ids).orderBy('id').execute()

/** Finds a provider. Throws the 404 if it does not exist; `purpose` is appended to the message. */
export const needProvider = async (db: Db, id: string, purpose = ''): Promise<Provider> => {
  const provider = await findProvider(db, id)
  if (!provider) throw errors.ProviderNotFound({ uuid: id, purpose })
  return provider
}

/** Increments a provider's generation if it matches; otherwise throws a conflict. */
export const bumpGeneration = async (db: Db, provider: Provider, generation: number, now: string) => {
  // Compared before the database does so, since a client may send a number that the column cannot hold.
  if (provider.generation !== generation) throw errors.ConcurrentUpdate({ code: codes.concurrentUpdate })
  return writeOver(db, provider, generation, { generation: generation + 1, updated_at: now })
}

/** Locks the row of a provider for a change that its generation does not count. */
export const touchProvider = (db: Db, provider: Provider, now: string) =>
  writeOver(db, provider, provider.generation, { generation: provider.generation, updated_at: now })

const writeOver = async (
  db: Db,
  provider: Provider,
  generation: number,
  next: Pick<Provider, 'generation' | 'updated_at'>,
): Promise<Provider> => {
  const { numUpdatedRows } = await db
    .updateTable('resource_providers')
    .set(next)
    .where('id', '=', provider.id)
    .where('generation', '=', generation)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw errors.ConcurrentUpdate({ code: codes.concurrentUpdate })
  return { ...provider, ...next }
}

const inventoryRows = prepared((db: Db, { providerIds }: OfProviders) =>
  db.selectFrom('inventories').selectAll().where('provider_id', 'in', providerIds),
)

export const inventoriesOf = async (db: Db, providerIds: readonly string[]) =>
  providerIds.length === 0 ? [] : inventoryRows(db, { providerIds })

const usedInventoryRows = prepared((db: Db, { providerIds }: OfProviders) =>
  db
    .selectFrom('inventories')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('allocations')
        .select(({ fn }) => fn.coalesce(fn.sum<number>('allocations.used'), sql<number>`0`).as('used'))
        .whereRef('allocations.provider_id', '=', 'inventories.provider_id')
        .whereRef('allocations.resource_class', '=', 'inventories.resource_class')
        .as('used'),
    )
    .where('provider_id', 'in', providerIds),
)

/** Inventories of providers with usage. */
export const usedInventoriesOf = async (db: Db, providerIds: readonly string[]) =>
  providerIds.length === 0 ? [] : usedInventoryRows(db, { providerIds })

const usageRows = prepared((db: Db, { providerIds }: OfProviders) =>
  db
    .selectFrom('allocations')
    .select(({ fn }) => ['provider_id', 'resource_class', fn.sum<number>('used').as('used')])
    .where('provider_id', 'in', providerIds)
    .groupBy(['provider_id', 'resource_class']),
)

/** Usage of providers by class. */
export const usagesOf = async (db: Db, providerIds: readonly string[]) =>
  providerIds.length === 0 ? [] : usageRows(db, { providerIds })

const traitRows = prepared((db: Db, { providerIds }: OfProviders) =>
  db.selectFrom('provider_traits').selectAll().where('provider_id', 'in', providerIds).orderBy('trait'),
)

export const traitsOf = async (db: Db, providerIds: readonly string[]) =>
  providerIds.length === 0 ? [] : traitRows(db, { providerIds })
