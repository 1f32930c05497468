import type { Kysely } from 'kysely'
import { type Listed, type ListingQuery, listNames, type NameRange } from './listing.ts'
import { type StoredObject, toObject } from './objects.ts'
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
  const { marker: name, reverse, limit } = query
  const beyond =
    versionMarker === '' ? undefined : await timestampOf(db, { containerId, name, versionId: versionMarker })
  const rest =
    beyond === undefined ? [] : await versionsOf(db, containerId, [name], { reverse, limit, beyond })
  const following = await listNames(query, async (range) =>
    versionsOf(db, containerId, await namesIn(db, containerId, range), { reverse, limit }),
  )
  return [...rest.map((row) => ({ kind: 'item', row }) as const), ...following].slice(0, limit)
}

/** The time of a version, current or older. */
const timestampOf = async (
  db: Kysely<SwiftTables>,
  { containerId, name, versionId }: { containerId: string; name: string; versionId: string },
): Promise<string | undefined> => {
  const older = await db
    .selectFrom('object_versions')
    .select('timestamp')
    .where('container_id', '=', containerId)
    .where('name', '=', name)
    .where('version_id', '=', versionId)
    .executeTakeFirst()
  if (older) return older.timestamp
  const current = await db
    .selectFrom('objects')
    .select(['timestamp', 'version_id'])
    .where('container_id', '=', containerId)
    .where('name', '=', name)
    .executeTakeFirst()
  return (current?.version_id ?? unversioned) === versionId ? current?.timestamp : undefined
}

interface Reading {
  readonly reverse: boolean
  /** The size of the page. */
  readonly limit: number
  /** Only versions that come after this time in the order of the listing. */
  readonly beyond?: string
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

/** The versions of some names in the order of the listing, at least as many of them as the page can hold. */
const versionsOf = async (
  db: Kysely<SwiftTables>,
  containerId: string,
  names: readonly string[],
  { reverse, limit, beyond }: Reading,
): Promise<readonly ListedVersion[]> => {
  if (names.length === 0) return []
  const current = await db
    .selectFrom('objects')
    .selectAll()
    .where('container_id', '=', containerId)
    .where('name', 'in', names)
    .$if(beyond !== undefined, (query) => query.where('timestamp', reverse ? '>' : '<', beyond ?? ''))
    .limit(names.length)
    .execute()
  const older = await db
    .selectFrom('object_versions')
    .selectAll()
    .where('container_id', '=', containerId)
    .where('name', 'in', names)
    .$if(beyond !== undefined, (query) => query.where('timestamp', reverse ? '>' : '<', beyond ?? ''))
    .orderBy('name', reverse ? 'desc' : 'asc')
    .orderBy('timestamp', reverse ? 'asc' : 'desc')
    // One more than the page holds, so that the newest of the versions read is not taken for the newest there is.
    .limit(limit + 1)
    .execute()
  const currentOf = new Map(current.map((row) => [row.name, toListed(toObject(row), { isLatest: true })]))
  const olderOf = Map.groupBy(older, ({ name }) => name)
  return names.flatMap((name) => {
    const now = currentOf.get(name)
    const rows = olderOf.get(name) ?? []
    const newest = reverse ? rows.at(-1) : beyond === undefined ? rows[0] : undefined
    const versions = rows.map((row) => {
      const isMarker = row.is_marker === 1
      return toListed(toObject(row), { isMarker, isLatest: isMarker && now === undefined && row === newest })
    })
    if (now === undefined) return versions
    return reverse ? [...versions, now] : [now, ...versions]
  })
}

const toListed = (
  { name, timestamp, etag, size, contentType, headers, versionId }: StoredObject,
  { isMarker = false, isLatest }: { readonly isMarker?: boolean; readonly isLatest: boolean },
): ListedVersion => ({
  ...{ name, timestamp, etag, size, contentType, headers, isMarker, isLatest },
  versionId: versionId ?? unversioned,
})
