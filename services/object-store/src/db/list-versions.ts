import type { Kysely } from 'kysely'
import { type Listed, type ListingQuery, listNames, type NameRange } from './listing.ts'
import { toObject } from './objects.ts'
import type { SwiftTables } from './tables.ts'
import type { Metadata } from '../domain/metadata.ts'
import { unversioned } from '../domain/unversioned.ts'

/** A version of an object, current or older. */
export interface ListedVersion {
  readonly name: string
  readonly versionId: string
  readonly timestamp: string
  readonly etag: string
  readonly size: number
  readonly contentType: string
  readonly headers: Metadata
  readonly isMarker: boolean
  /** Whether it is what a request without a version id finds: no older version is, even if the current one was deleted. */
  readonly isLatest: boolean
}

/** The maximum number of versions read for the names of one batch. */
const mostRows = 20_000

/**
 * A page of all versions in a container, sorted by name, newest first. `versionMarker` continues among the versions of the name
 * in the marker.
 */
export const listVersions = async (
  db: Kysely<SwiftTables>,
  containerId: string,
  query: ListingQuery,
  versionMarker: string,
): Promise<readonly Listed<ListedVersion>[]> => {
  const rest = versionMarker === '' ? [] : await versionsOf(db, containerId, [query.marker])
  const index = rest.findIndex(({ versionId }) => versionId === versionMarker)
  const before = index < 0 ? [] : rest.slice(index + 1).map((row) => ({ kind: 'item', row }) as const)
  const following = await listNames(query, async (range) =>
    versionsOf(db, containerId, await namesIn(db, containerId, range), range.reverse),
  )
  return [...before, ...following].slice(0, query.limit)
}

const namesIn = async (
  db: Kysely<SwiftTables>,
  containerId: string,
  { from, including, to, reverse, limit }: NameRange,
): Promise<readonly string[]> => {
  const of = (table: 'objects' | 'object_versions') => {
    const names = db
      .selectFrom(table)
      .select('name')
      .where('container_id', '=', containerId)
      .where('name', including ? '>=' : '>', from)
    return to === undefined ? names : names.where('name', '<', to)
  }
  const rows = await of('objects')
    .union(of('object_versions'))
    .orderBy('name', reverse ? 'desc' : 'asc')
    .limit(limit)
    .execute()
  return rows.map(({ name }) => name)
}

const versionsOf = async (
  db: Kysely<SwiftTables>,
  containerId: string,
  names: readonly string[],
  reverse = false,
): Promise<readonly ListedVersion[]> => {
  if (names.length === 0) return []
  const current = await db
    .selectFrom('objects')
    .selectAll()
    .where('container_id', '=', containerId)
    .where('name', 'in', names)
    .limit(mostRows)
    .execute()
  const older = await db
    .selectFrom('object_versions')
    .selectAll()
    .where('container_id', '=', containerId)
    .where('name', 'in', names)
    .orderBy('name')
    .orderBy('timestamp', 'desc')
    .limit(mostRows)
    .execute()
  const all = Map.groupBy(
    [
      ...current.map((row) => ({ ...toObject(row), isMarker: false, isCurrent: true })),
      ...older.map((row) => ({ ...toObject(row), isMarker: row.is_marker === 1, isCurrent: false })),
    ],
    ({ name }) => name,
  )
  const listed = names.flatMap((name) =>
    (all.get(name) ?? []).map(
      (one, place): ListedVersion => ({
        ...{ name, timestamp: one.timestamp, etag: one.etag, size: one.size, contentType: one.contentType },
        headers: one.headers,
        ...{ versionId: one.versionId ?? unversioned, isMarker: one.isMarker },
        isLatest: place === 0 && (one.isCurrent || one.isMarker),
      }),
    ),
  )
  return reverse
    ? listed.toReversed().sort((one, other) => names.indexOf(one.name) - names.indexOf(other.name))
    : listed
}
