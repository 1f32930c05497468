import { LRUCache } from 'lru-cache'
import type { ProviderFacts } from '../domain/provider-facts.ts'
import { factsOfProviders, type VersionedPlace } from './provider-facts.ts'
import type { Db } from './providers.ts'

/** What providers have, use and are, kept for as long as their generation is the same. */
export interface KnownFacts {
  ofProviders(db: Db, places: readonly VersionedPlace[]): Promise<readonly ProviderFacts[]>
}

const mostProviders = 10_000

/** Of many hosts a claim changes one: only that is read again for the next request. */
export const knownFacts = (): KnownFacts => {
  const known = new LRUCache<string, { readonly version: string; readonly facts: ProviderFacts }>({
    max: mostProviders,
  })
  // One that was deleted and made again begins to count anew.
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
        // Where a provider stands in its tree may change without it.
        return [{ ...facts, parentId, rootId }]
      })
    },
  }
}
