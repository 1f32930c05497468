import { inTransaction } from '@nimbo/db/in-transaction'
import type { InvalidatedTokens } from '@nimbo/http/filters/invalidated-tokens'
import { type Stores, storesOf } from '../../db/stores.ts'
import type { Deps } from '../../app/deps.ts'

/** Which tokens a change concerns; looked up before it is made, where that takes a look. */
type Concerned = InvalidatedTokens | ((inside: Stores) => Promise<InvalidatedTokens>)

/**
 * Makes a change after which tokens may stand for less, in one transaction, and has them forgotten once it holds, wherever they
 * are believed. Naming too many costs a question each, naming too few is a hole.
 */
export const createAffectTokens =
  ({ db, tellInvalidated }: Pick<Deps, 'db' | 'tellInvalidated'>) =>
  async <Result>(concerned: Concerned, change: (inside: Stores) => Promise<Result>): Promise<Result> => {
    const { tokens, result } = await inTransaction(db, async (trx) => {
      const inside = storesOf(trx)
      const tokens = typeof concerned === 'function' ? await concerned(inside) : concerned
      return { tokens, result: await change(inside) }
    })
    await tellInvalidated(tokens)
    return result
  }

export type AffectTokens = ReturnType<typeof createAffectTokens>

/** More users than this are not named one by one. */
const mostNamed = 1_000

/** The tokens of a group's members. */
export const ofMembers =
  (groupId: string) =>
  async ({ relations }: Stores): Promise<InvalidatedTokens> => {
    const userIds = await relations.userIdsOf(groupId)
    return userIds.length > mostNamed ? {} : { userIds }
  }
