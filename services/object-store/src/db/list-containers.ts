import type { Kysely } from 'kysely'
import { type Container, toContainer } from './containers.ts'
import { type Listed, type ListingQuery, listNames } from './listing.ts'
import type { SwiftTables } from './tables.ts'

/** A page of the containers of an account. */
export const listContainers = (
  db: Kysely<SwiftTables>,
  account: string,
  query: ListingQuery,
): Promise<readonly Listed<Container>[]> =>
  listNames(query, async ({ from, including, to, reverse, limit }) => {
    let names = db
      .selectFrom('containers')
      .selectAll()
      .where('account', '=', account)
      .where('name', including ? '>=' : '>', from)
      .orderBy('name', reverse ? 'desc' : 'asc')
      .limit(limit)
    if (to !== undefined) names = names.where('name', '<', to)
    return (await names.execute()).map(toContainer)
  })
