import type { ProviderFacts, Room } from '../domain/provider-facts.ts'
import { type Db, inventoriesOf, type Provider, traitsOf, usagesOf } from './providers.ts'

/** What providers have, use and are. */
export const factsOfProviders = (db: Db, ids: readonly string[]): Promise<ProviderFacts[]> =>
  loadFacts(db, 'id', ids)

/** The same of every provider of these trees. */
export const factsOfTrees = (db: Db, rootIds: readonly string[]): Promise<ProviderFacts[]> =>
  loadFacts(db, 'root_id', rootIds)

const loadFacts = async (
  db: Db,
  column: 'id' | 'root_id',
  values: readonly string[],
): Promise<ProviderFacts[]> => {
  if (values.length === 0) return []
  const rows = await db
    .selectFrom('resource_providers')
    .selectAll()
    .where(column, 'in', values)
    .orderBy('name')
    .execute()
  return describe(db, rows)
}

const describe = async (db: Db, rows: readonly Provider[]): Promise<ProviderFacts[]> => {
  const ids = rows.map(({ id }) => id)
  const [inventories, usages, traits] = await Promise.all([
    inventoriesOf(db, ids),
    usagesOf(db, ids),
    traitsOf(db, ids),
  ])
  const used = new Map(usages.map((row) => [`${row.provider_id} ${row.resource_class}`, Number(row.used)]))
  const facts = new Map(
    rows.map(({ id, parent_id, root_id }) => [
      id,
      {
        id,
        parentId: parent_id,
        rootId: root_id,
        resources: new Map<string, Room>(),
        traits: [] as string[],
      },
    ]),
  )
  for (const row of inventories) {
    facts.get(row.provider_id)?.resources.set(row.resource_class, {
      capacity: Math.floor((row.total - row.reserved) * row.allocation_ratio),
      used: used.get(`${row.provider_id} ${row.resource_class}`) ?? 0,
      maxUnit: row.max_unit,
    })
  }
  for (const { provider_id, trait } of traits) facts.get(provider_id)?.traits.push(trait)
  return [...facts.values()]
}
