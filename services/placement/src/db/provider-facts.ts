import type { ProviderFacts, Room } from '../domain/provider-facts.ts'
import { type Db, traitsOf, usedInventoriesOf } from './providers.ts'

/** A provider with its place in the tree. */
export type ProviderPlace = Pick<ProviderFacts, 'id' | 'parentId' | 'rootId'>

/** A provider's place with its version: every write to a provider changes generation and time. */
export interface VersionedPlace extends ProviderPlace {
  readonly generation: number
  readonly updatedAt: string
}

/** Inventories, usage and traits of all providers in these trees, sorted by name. */
export const factsOfTrees = async (db: Db, rootIds: readonly string[]): Promise<ProviderFacts[]> => {
  if (rootIds.length === 0) return []
  const places = await db
    .selectFrom('resource_providers')
    .select(['id', 'parent_id as parentId', 'root_id as rootId'])
    .where('root_id', 'in', rootIds)
    .orderBy('name')
    .execute()
  return factsOfProviders(db, places)
}

/** Inventories, usage and traits of providers. */
export const factsOfProviders = async (
  db: Db,
  places: readonly ProviderPlace[],
): Promise<ProviderFacts[]> => {
  const ids = places.map(({ id }) => id)
  const [inventories, traits] = await Promise.all([usedInventoriesOf(db, ids), traitsOf(db, ids)])
  const facts = new Map(
    places.map((place) => [
      place.id,
      { ...place, resources: new Map<string, Room>(), traits: [] as string[] },
    ]),
  )
  for (const row of inventories) {
    facts.get(row.provider_id)?.resources.set(row.resource_class, {
      capacity: Math.floor((row.total - row.reserved) * row.allocation_ratio),
      used: Number(row.used),
      minUnit: row.min_unit,
      maxUnit: row.max_unit,
      stepSize: row.step_size,
    })
  }
  for (const { provider_id, trait } of traits) facts.get(provider_id)?.traits.push(trait)
  return [...facts.values()]
}
