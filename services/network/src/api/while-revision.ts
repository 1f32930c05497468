import { checkRevision } from '@nimbo/resource/describe/revision'
import type { Deps, Transact } from '../app/deps.ts'
import type { Db } from '../tables.ts'
import { revisionRefusals } from './words.ts'

interface Revised {
  readonly revision_number?: unknown
}

/**
 * What the use case of a change with `If-Match` depends on: its first transaction begins by comparing the revision, since another
 * request may have changed the resource after it was found. That transaction is serializable in any case, so that no change goes
 * unseen between the comparison and the commit.
 */
export const whileRevision = (
  app: Deps,
  ifMatch: string | undefined,
  current: (db: Db) => Promise<Revised | undefined>,
): Deps => {
  if (ifMatch === undefined) return app
  let isFirst = true
  const transaction: Transact = (ctx, work) => {
    const compares = isFirst
    isFirst = false
    return app.transaction(ctx, async (inside) => {
      const found = compares ? await current(inside.db) : undefined
      if (found) checkRevision(ifMatch, found, revisionRefusals)
      return work(inside)
    })
  }
  return { ...app, transaction, allOrNone: transaction }
}
