import type { listVolumes } from '@nimbo/contracts/volume/volumes'
import { own } from '@nimbo/kernel/own'
import { type Microversion, microversion } from '@nimbo/operation/microversion'
import type { QueryOf } from '@nimbo/operation/operation'
import { metadataFilter } from '../../app/metadata-filter.ts'
import { flagOf, pagingOf } from '../../app/paging.ts'
import { orderOf, type SortKeys } from '../../app/sort.ts'
import { timeFilters } from '../../app/time-filter.ts'
import type { VolumeFilter } from '../../db/volumes.ts'
import { errors } from '../../errors.ts'
import type { VolumeList } from './list.ts'

type VolumeQuery = QueryOf<typeof listVolumes>

/** Filters by their API names: those compared as text, and booleans. */
const textFilters: Readonly<Record<string, VolumeFilter>> = {
  name: 'name',
  display_name: 'name',
  description: 'description',
  status: 'status',
  availability_zone: 'availability_zone',
  id: 'id',
  user_id: 'user_id',
  snapshot_id: 'snapshot_id',
  source_volid: 'source_volid',
  migration_status: 'migration_status',
  group_id: 'group_id',
  volume_type_id: 'volume_type_id',
  host: 'host',
}
const flagFilters: Readonly<Record<string, VolumeFilter>> = {
  bootable: 'bootable',
  multiattach: 'multiattach',
  consumes_quota: 'consumes_quota',
}

const sortKeys: SortKeys = {
  columns: {
    id: 'id',
    name: 'name',
    display_name: 'name',
    size: 'size',
    status: 'status',
    bootable: 'bootable',
    host: 'host',
    availability_zone: 'availability_zone',
    volume_type_id: 'volume_type_id',
    project_id: 'project_id',
    created_at: 'created_at',
    updated_at: 'updated_at',
  },
  nullable: ['name', 'host'],
}

const comparesTimes = microversion('3.60')
const comparesParts = microversion('3.34')
const mindsFlags = microversion('3.2')

/** Before 3.2, everything but `false` was true. */
const isBootable = (text: string, version: Microversion): boolean => {
  if (version < mindsFlags) return !/^false$/i.test(text)
  if (/^(t|true|1)$/i.test(text)) return true
  if (/^(f|false|0)$/i.test(text)) return false
  throw errors.InvalidInput({ reason: `'bootable = ${text}'` })
}

const sizeOf = (text: string): number => (/^\d{1,9}$/.test(text) ? Number(text) : -1)

/** Parses the query of a list request. Ignores unknown filters, as Cinder does for administrators. */
export const volumeListOf = (query: VolumeQuery, version: Microversion, mostItems: number): VolumeList => {
  const equal = new Map<VolumeFilter, string | number>()
  const like = new Map<VolumeFilter, string>()
  for (const [name, value] of Object.entries(query)) {
    const column = own(textFilters, name)
    const partly =
      name.endsWith('~') && version >= comparesParts ? own(textFilters, name.slice(0, -1)) : undefined
    const flag = own(flagFilters, name)
    if (column !== undefined) equal.set(column, value)
    else if (partly !== undefined) like.set(partly, value)
    else if (name === 'bootable') equal.set('bootable', isBootable(value, version) ? 1 : 0)
    else if (flag !== undefined) equal.set(flag, flagOf(name, value) ? 1 : 0)
  }
  const { project_id: projectId, size, created_at, updated_at } = query
  if (size !== undefined) equal.set('size', sizeOf(size))
  const isNew = version >= comparesTimes
  return {
    ...pagingOf(query, mostItems),
    equal,
    like,
    times: {
      created_at: timeFilters(isNew ? created_at : undefined),
      updated_at: timeFilters(isNew ? updated_at : undefined),
    },
    metadata: metadataFilter(query.metadata),
    imageMetadata: metadataFilter(query.glance_metadata),
    order: orderOf(query, sortKeys),
    allProjects: flagOf('all_tenants', query.all_tenants),
    ...(projectId === undefined ? {} : { projectId }),
  }
}
