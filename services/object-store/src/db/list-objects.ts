import type { Kysely } from 'kysely'
import { type Listed, type ListingQuery, listNames } from './listing.ts'
import { type StoredObject, toObject } from './objects.ts'
import type { SwiftTables } from './tables.ts'

/** A page of the objects of a container, without those that have expired at `now`, in whole seconds since 1970. */
export const listObjects = (
  db: Kysely<SwiftTables>,
  containerId: string,
  query: ListingQuery,
  now: number,
): Promise<readonly Listed<StoredObject>[]> =>
  listNames(query, async ({ from, including, to, reverse, limit }) => {
    let names = db
      .selectFrom('objects')
      .selectAll()
      .where('container_id', '=', containerId)
      .where('name', including ? '>=' : '>', from)
      .where((eb) => eb.or([eb('delete_at', 'is', null), eb('delete_at', '>', now)]))
      .orderBy('name', reverse ? 'desc' : 'asc')
      .limit(limit)
    if (to !== undefined) names = names.where('name', '<', to)
    return (await names.execute()).map(toObject)
  })
