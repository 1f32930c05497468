import type { listSnapshots } from '@nimbo/contracts/volume/snapshots'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import type { QueryOf } from '@nimbo/operation/operation'
import { metadataFilter } from '../../app/metadata-filter.ts'
import { flagOf, pagingOf } from '../../app/paging.ts'
import { orderOf, type SortKeys } from '../../app/sort.ts'
import { requireSortedByName } from '../../app/sorted-by-name.ts'
import type { SnapshotList } from './snapshots.ts'

const sortKeys: SortKeys = {
  columns: {
    id: 'id',
    name: 'name',
    display_name: 'name',
    status: 'status',
    size: 'size',
    volume_id: 'volume_id',
    project_id: 'project_id',
    user_id: 'user_id',
    created_at: 'created_at',
    updated_at: 'updated_at',
  },
  nullable: ['name'],
}

const byMetadata = microversion('3.22')
const byPart = microversion('3.34')
const sortedByName = microversion('3.30')

const given = <Name extends string>(
  texts: Readonly<Record<Name, string | undefined>>,
): Partial<Record<Name, string>> => {
  const found: Partial<Record<Name, string>> = {}
  for (const name in texts) if (texts[name] !== undefined) found[name] = texts[name]
  return found
}

/** Parses the query of a list request. */
export const snapshotListOf = (
  query: QueryOf<typeof listSnapshots>,
  version: Microversion,
  mostItems: number,
): SnapshotList => {
  const { volume_id, status, name, id, project_id, consumes_quota } = query
  requireSortedByName(query, version, sortedByName)
  const isPartial = version >= byPart
  return {
    ...pagingOf(query, mostItems),
    filters: {
      ...given({ volume_id, status, name, id, project_id }),
      ...(consumes_quota === undefined
        ? {}
        : { consumes_quota: flagOf('consumes_quota', consumes_quota) ? 1 : 0 }),
    },
    like: isPartial ? given({ name: query['name~'], status: query['status~'] }) : {},
    metadata: metadataFilter(version >= byMetadata ? query.metadata : undefined),
    order: orderOf(query, sortKeys),
    allProjects: flagOf('all_tenants', query.all_tenants),
  }
}
