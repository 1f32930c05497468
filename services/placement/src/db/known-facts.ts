import { LRUCache } from 'lru-cache'
import type { ProviderFacts } from '../domain/provider-facts.ts'
import { factsOfProviders, type VersionedPlace } from './provider-facts.ts'
import type { Db } from './providers.ts'

/** Caches providers' inventories, usage and traits while their generation is unchanged. */
export interface KnownFacts {
  ofProviders(db: Db, places: readonly VersionedPlace[]): Promise<readonly ProviderFacts[]>
}

const mostProviders = 10_000

interface Known {
  readonly generation: number
  /** Compared, too, because the generation of a provider that was deleted and created again starts anew. */
  readonly updatedAt: string
  readonly facts: ProviderFacts
}

/** Updates the place in cached facts, since a provider's place in its tree can change while its generation stays. */
const inPlace = (facts: ProviderFacts, { parentId, rootId }: VersionedPlace): ProviderFacts =>
  facts.parentId === parentId && facts.rootId === rootId ? facts : { ...facts, parentId, rootId }

/** Creates the cache. A claim changes one host, so the next request reads only the facts of that host again. */
export const knownFacts = (): KnownFacts => {
  const known = new LRUCache<string, Known>({ max: mostProviders })

  const current = ({ id, generation, updatedAt }: VersionedPlace): ProviderFacts | undefined => {
    const found = known.get(id)
    return found?.generation === generation && found.updatedAt === updatedAt ? found.facts : undefined
  }

  return {
    ofProviders: async (db, places) => {
      const found = places.map((place) => ({ place, facts: current(place) }))
      const changed = found.filter(({ facts }) => facts === undefined).map(({ place }) => place)
      const read = new Map(
        (changed.length === 0 ? [] : await factsOfProviders(db, changed)).map((facts) => [facts.id, facts]),
      )
      for (const { id, generation, updatedAt } of changed) {
        const facts = read.get(id)
        if (facts) known.set(id, { generation, updatedAt, facts })
      }
      return found.flatMap(({ place, facts = read.get(place.id) }) => (facts ? inPlace(facts, place) : []))
    },
  }
}
