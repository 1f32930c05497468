import { isDeepStrictEqual } from 'node:util'
import { inTransaction } from '@nimbo/db/in-transaction'
import { timestamp } from '@nimbo/kernel/clock'
import { bumpGeneration, needProvider, type Provider, traitsOf } from '../db/providers.ts'
import { codes, errors } from '../errors.ts'
import type { PlacementApp } from './app.ts'
import { unknownTraits } from './known-names.ts'

export interface ProviderTraits {
  readonly provider: Provider
  readonly traits: readonly string[]
}

export const showProviderTraits =
  ({ db }: PlacementApp) =>
  async (id: string, unlessThere = ''): Promise<ProviderTraits> => {
    const provider = await needProvider(db, id, unlessThere)
    return { provider, traits: (await traitsOf(db, [id])).map(({ trait }) => trait) }
  }

/** Replaces a provider's traits if its generation matches. */
export const replaceProviderTraits =
  (app: PlacementApp) =>
  (id: string, generation: number, named: readonly string[]): Promise<ProviderTraits> =>
    inTransaction(app.db, async (trx) => {
      const provider = await needProvider(trx, id)
      if (provider.generation !== generation) throw errors.GenerationChanged({ code: codes.concurrentUpdate })
      const traits = [...new Set(named)]
      const unknown = await unknownTraits(trx, traits)
      if (unknown.length > 0) throw errors.Invalid({ reason: `No such trait ${unknown.join(', ')}` })
      const before = (await traitsOf(trx, [id])).map(({ trait }) => trait)
      if (isDeepStrictEqual(before.toSorted(), traits.toSorted())) return { provider, traits: before }
      const changed = await bumpGeneration(trx, provider, generation, timestamp(app.clock))
      await trx.deleteFrom('provider_traits').where('provider_id', '=', id).execute()
      if (traits.length > 0) {
        await trx
          .insertInto('provider_traits')
          .values(traits.map((trait) => ({ provider_id: id, trait })))
          .execute()
      }
      return { provider: changed, traits: traits.toSorted() }
    })
