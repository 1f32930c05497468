import type { listVolumes } from '@nimbo/contracts/volume/volumes'
import type { SortColumn } from '@nimbo/db/keyset'
import { own } from '@nimbo/kernel/own'
import type { QueryOf } from '@nimbo/operation/operation'
import type { VolumeList } from '../app/list-volumes.ts'
import type { VolumeFilter } from '../db/volumes.ts'
import { errors } from '../errors.ts'
import { isTrue, pagingOf } from './paging.ts'

type VolumeQuery = QueryOf<typeof listVolumes>

/** Filters by the names of the API: columns compared as text, and flags. */
const textFilters: Readonly<Record<string, VolumeFilter>> = {
  name: 'name',
  display_name: 'name',
  description: 'description',
  status: 'status',
  availability_zone: 'availability_zone',
  id: 'id',
  user_id: 'user_id',
  snapshot_id: 'snapshot_id',
  volume_type_id: 'volume_type_id',
  host: 'host',
}
const flagFilters: Readonly<Record<string, VolumeFilter>> = {
  bootable: 'bootable',
  multiattach: 'multiattach',
  consumes_quota: 'consumes_quota',
}

const sortKeys: Readonly<Record<string, SortColumn['column']>> = {
  id: 'id',
  name: 'name',
  display_name: 'name',
  size: 'size',
  status: 'status',
  bootable: 'bootable',
  host: 'host',
  availability_zone: 'availability_zone',
  created_at: 'created_at',
  updated_at: 'updated_at',
}
const nullable = new Set(['name', 'host'])

/** `sort=name:asc,size`, or the older `sort_key` and `sort_dir`; newest first without either. */
const orderOf = ({ sort, sort_key, sort_dir }: VolumeQuery): readonly SortColumn[] => {
  const text = sort ?? (sort_key && `${sort_key}:${sort_dir ?? 'desc'}`)
  const asked = (text ?? 'created_at:desc').split(',').map((term): SortColumn => {
    const [key = '', direction = 'desc'] = term.trim().split(':')
    const column = own(sortKeys, key)
    if (column === undefined)
      throw errors.InvalidInput({ reason: `Sort key supplied '${key}' is not valid.` })
    if (direction !== 'asc' && direction !== 'desc') {
      throw errors.InvalidInput({ reason: `Unknown sort direction, must be 'desc' or 'asc'.` })
    }
    return { column, direction, ...(nullable.has(column) ? { nullable: true } : {}) }
  })
  const last = asked.at(-1)?.direction ?? 'desc'
  return asked.some(({ column }) => column === 'id') ? asked : [...asked, { column: 'id', direction: last }]
}

/** `{'key': 'value'}`: a Python dictionary, or JSON. */
const metadataOf = (text: string | undefined): Readonly<Record<string, string>> => {
  if (text === undefined) return {}
  const pairs = [...text.matchAll(/u?(['"])(.*?)\1\s*:\s*u?(['"])(.*?)\3/g)]
  return Object.fromEntries(pairs.map(([, , key = '', , value = '']) => [key, value]))
}

/** A list request's query taken apart. Names that mean nothing are ignored, as Cinder does with a tenant's. */
export const volumeListOf = (query: VolumeQuery, mostItems: number): VolumeList => {
  const equal = new Map<VolumeFilter, string | number>()
  const like = new Map<VolumeFilter, string>()
  for (const [name, value] of Object.entries(query)) {
    const column = own(textFilters, name)
    const partly = name.endsWith('~') ? own(textFilters, name.slice(0, -1)) : undefined
    const flag = own(flagFilters, name)
    if (column !== undefined) equal.set(column, value)
    else if (partly !== undefined) like.set(partly, value)
    else if (flag !== undefined) equal.set(flag, isTrue(value) ? 1 : 0)
  }
  const { project_id: projectId } = query
  return {
    ...pagingOf(query, mostItems),
    equal,
    like,
    metadata: metadataOf(query.metadata),
    order: orderOf(query),
    allProjects: isTrue(query.all_tenants),
    ...(projectId === undefined ? {} : { projectId }),
  }
}
