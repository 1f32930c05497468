import type { Deps, Inside, Transact } from './deps.ts'
import type { Db } from '../tables.ts'

type Afterwards = Parameters<Inside['afterwards']>[0]

/** Wraps the database's transactions for use cases. The work may run several times until it commits. */
export const transacting =
  (run: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>, deps: () => Deps): Transact =>
  async (ctx, work) => {
    let left: Afterwards[] = []
    const result = await run((db) => {
      left = []
      return work({ deps: deps(), ctx, db, afterwards: (later) => left.push(later) })
    })
    for (const later of left) await later()
    return result
  }
