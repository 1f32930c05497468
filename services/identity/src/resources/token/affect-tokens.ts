import { inTransaction } from '@nimbo/db/in-transaction'
import type { InvalidatedTokens } from '@nimbo/http/filters/invalidated-tokens'
import { type Stores, storesOf } from '../../db/stores.ts'
import type { Deps } from '../../app/deps.ts'

/** The tokens that a change may invalidate, or a function that finds them before the change is made. */
type Concerned = InvalidatedTokens | ((inside: Stores) => Promise<InvalidatedTokens>)

/**
 * Makes a change that may invalidate tokens in one transaction. After the commit it publishes which tokens they are, so that all
 * services drop them from their caches. A token that is named without need costs one more validation; one that is not named would
 * remain usable until it leaves the caches.
 */
export const createAffectTokens =
  ({ db, tellInvalidated }: Pick<Deps, 'db' | 'tellInvalidated'>) =>
  async <Result>(concerned: Concerned, change: (inside: Stores) => Promise<Result>): Promise<Result> => {
    const { tokens, result } = await inTransaction(db, async (trx) => {
      const inside = storesOf(trx)
      const tokens = typeof concerned === 'function' ? await concerned(inside) : concerned
      return { tokens, result: await change(inside) }
    })
    if (tokens.userIds?.length !== 0) await tellInvalidated(tokens)
    return result
  }

export type AffectTokens = ReturnType<typeof createAffectTokens>

/** With more users than this, caches drop all tokens instead of those of each user. */
const mostNamed = 1_000

/** The tokens of all members of a group. */
export const ofMembers =
  (groupId: string, now: string) =>
  async ({ relations }: Stores): Promise<InvalidatedTokens> => {
    const userIds = await relations.userIdsOf(groupId, now)
    return userIds.length > mostNamed ? {} : { userIds }
  }
