import { LRUCache } from 'lru-cache'
import type { ProviderFacts } from '../domain/provider-facts.ts'
import { factsOfProviders, type VersionedPlace } from './provider-facts.ts'
import type { Db } from './providers.ts'

/** Caches providers' inventories, usage and traits while their generation is unchanged. */
export interface KnownFacts {
  ofProviders(db: Db, places: readonly VersionedPlace[]): Promise<readonly ProviderFacts[]>
}

const mostProviders = 10_000

/** A claim changes one host, so only that is read again for the next request. */
export const knownFacts = (): KnownFacts => {
  const known = new LRUCache<string, { readonly version: string; readonly facts: ProviderFacts }>({
    max: mostProviders,
  })
  // A provider that was deleted and created again restarts its generation.
  const versionOf = ({ generation, updatedAt }: VersionedPlace): string => `${generation} ${updatedAt}`

  return {
    ofProviders: async (db, places) => {
      const changed = places.filter((place) => known.get(place.id)?.version !== versionOf(place))
      const read = new Map(
        (changed.length === 0 ? [] : await factsOfProviders(db, changed)).map((facts) => [facts.id, facts]),
      )
      return places.flatMap((place) => {
        const { id, parentId, rootId } = place
        const facts = read.get(id) ?? known.get(id)?.facts
        if (!facts) return []
        if (read.has(id)) known.set(id, { version: versionOf(place), facts })
        // A provider's place in its tree can change without its generation.
        return [{ ...facts, parentId, rootId }]
      })
    },
  }
}
