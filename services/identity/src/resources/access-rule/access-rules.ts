import type { AccessRule } from '@nimbo/contracts/identity/access-rules'
import { inTransaction } from '@nimbo/db/in-transaction'
import type { Context } from '@nimbo/kernel/context'
import type { Deps } from '../../app/deps.ts'
import { found } from '../../app/found.ts'
import { storesOf } from '../../db/stores.ts'
import { paged } from '../../db/paged.ts'
import type { Filter, Page } from '../../domain/listing.ts'
import { errors } from '../../errors.ts'
import { accessRules, isInUse } from './records.ts'

export const createAccessRules = ({ db, notices }: Deps) => ({
  /** Finds a rule of any user; policy is enforced on its user. */
  find: async (id: string): Promise<AccessRule> =>
    found(await accessRules.get(db, 'all', id), 'Access Rule', id),

  list: (userId: string, filters: readonly Filter[], page: Page): Promise<AccessRule[]> => {
    const own: Filter = { column: 'user_id', comparison: 'equals', ignoreCase: false, value: userId }
    return paged(accessRules, db, [own, ...filters], page)
  },

  remove: (ctx: Context, id: string): Promise<void> =>
    inTransaction(db, async (trx) => {
      const inside = storesOf(trx)
      if (await isInUse(trx, id)) throw errors.NotAllowed({ reason: 'May not delete access rule in use' })
      await accessRules.delete(trx, id)
      await notices.told(inside, ctx, 'access_rule', 'deleted', id)
    }),
})
