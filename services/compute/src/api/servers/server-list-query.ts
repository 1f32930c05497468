import type { SortColumn } from '@nimbo/db/keyset'
import type { Call } from '@nimbo/http/route'
import { own } from '@nimbo/kernel/own'
import { microversion } from '@nimbo/operation/microversion'
import type { ComputeApp } from '../../app/compute-app.ts'
import type { ServerPage } from '../../app/servers/list-servers.ts'
import { readInstant } from '../../domain/server-list/read-instant.ts'
import type { ServerColumn } from '../../domain/server-list/server-condition.ts'
import {
  conditionOf,
  isSurelyTrue,
  isTrue,
  type ServerQuery,
  userFilters,
} from '../../domain/server-list/server-filters.ts'
import { statesOf } from '../../domain/servers/server-status.ts'
import { errors } from '../../errors.ts'

/** Sort keys and their columns. */
const sortColumns: Readonly<Record<string, { readonly column: ServerColumn; readonly nullable?: true }>> = {
  created_at: { column: 'created_at' },
  updated_at: { column: 'updated_at', nullable: true },
  uuid: { column: 'id' },
  display_name: { column: 'name' },
  name: { column: 'name' },
  display_description: { column: 'description', nullable: true },
  vm_state: { column: 'vm_state' },
  task_state: { column: 'task_state', nullable: true },
  power_state: { column: 'power_state' },
  host: { column: 'host', nullable: true },
  node: { column: 'node', nullable: true },
  hostname: { column: 'hostname' },
  image_ref: { column: 'image_id', nullable: true },
  key_name: { column: 'key_name', nullable: true },
  launch_index: { column: 'launch_index' },
  launched_at: { column: 'launched_at', nullable: true },
  terminated_at: { column: 'terminated_at', nullable: true },
  availability_zone: { column: 'availability_zone', nullable: true },
  access_ip_v4: { column: 'access_ip_v4', nullable: true },
  access_ip_v6: { column: 'access_ip_v6', nullable: true },
  config_drive: { column: 'config_drive' },
  auto_disk_config: { column: 'disk_config' },
  progress: { column: 'progress' },
  project_id: { column: 'project_id' },
  user_id: { column: 'user_id' },
  root_device_name: { column: 'root_device_name', nullable: true },
  locked: { column: 'locked' },
}

const valuesOf = (query: ServerQuery, name: string): readonly string[] => [query[name] ?? []].flat()
const lastOf = (query: ServerQuery, name: string): string | undefined => valuesOf(query, name).at(-1)

/** Sort keys that reveal hosts: only callers who may filter by them may sort by them. */
const ofHosts = ['host', 'node']

const orderOf = (query: ServerQuery, allows: ListCall['allows']): readonly SortColumn[] => {
  const keys = valuesOf(query, 'sort_key')
  const hidden = allows('os_compute_api:servers:allow_all_filters')
    ? undefined
    : keys.find((key) => ofHosts.includes(key))
  if (hidden !== undefined)
    throw errors.Forbidden({ reason: `Only administrators can sort servers by ${hidden}` })
  const directions = valuesOf(query, 'sort_dir')
  if (directions.length > Math.max(keys.length, 1))
    throw errors.BadRequest({ reason: 'Invalid input received: Sort direction size exceeds sort key size' })
  if (directions.some((one) => one !== 'asc' && one !== 'desc'))
    throw errors.BadRequest({
      reason: "Invalid input received: Unknown sort direction, must be 'desc' or 'asc'",
    })
  const directionAt = (index: number): 'asc' | 'desc' =>
    (directions[index] ?? directions[0]) === 'asc' ? 'asc' : 'desc'
  const asked = (keys.length === 0 ? ['created_at'] : keys).map((key, index): SortColumn => {
    const known = own(sortColumns, key)
    if (!known)
      throw errors.BadRequest({
        reason: `Invalid input for query parameters sort_key. Value: ${key}. '${key}' is not one of the sort keys`,
      })
    return { ...known, direction: directionAt(index) }
  })
  return [...asked, { column: 'id', direction: asked[0]?.direction ?? 'desc' }]
}

/** The page size; malformed values are refused. */
export const limitOf = (text: string | undefined, most: number): number => {
  if (text === undefined) return most
  if (!/^[0-9]+$/.test(text))
    throw errors.BadRequest({
      reason: `Invalid input for query parameters limit. Value: ${text}. '${text}' does not match '^[0-9]*$'`,
    })
  return Math.min(Number(text), most)
}

type ListCall = Pick<
  Call<ComputeApp, unknown, ServerQuery>,
  'ctx' | 'app' | 'query' | 'version' | 'enforce' | 'allows'
>

/** The filters that the caller may use; others are ignored, as in Nova. */
const usable = ({ allows, version }: ListCall, query: ServerQuery): ServerQuery => {
  if (allows('os_compute_api:servers:allow_all_filters')) return query
  const isKnown = (name: string): boolean => {
    const since = userFilters.get(name)
    return since !== undefined && version >= microversion(since)
  }
  return Object.fromEntries(Object.entries(query).filter(([name]) => isKnown(name)))
}

/** `changes-since` must not be later than `changes-before`. */
const requireOrder = (query: ServerQuery): void => {
  const since = readInstant(lastOf(query, 'changes-since') ?? '')
  const before = readInstant(lastOf(query, 'changes-before') ?? '')
  if (since !== undefined && before !== undefined && before < since)
    throw errors.BadRequest({
      reason: 'The value of changes-since must be less than or equal to changes-before.',
    })
}

const untilKnown = microversion('2.66')

/** The requested page. */
export const pageOf = (call: ListCall, operation: 'index' | 'detail'): ServerPage => {
  const { ctx, app, version } = call
  const { 'changes-before': until = [], ...older } = call.query
  const query = version < untilKnown || until.length === 0 ? older : call.query
  requireOrder(query)
  const filters = usable(call, query)
  const allTenants = query.all_tenants !== undefined && isSurelyTrue(lastOf(query, 'all_tenants') || '1')
  if (allTenants) call.enforce(`os_compute_api:servers:${operation}:get_all_tenants`)
  const byProject = lastOf(filters, 'project_id') ?? lastOf(filters, 'tenant_id')
  const status = lastOf(query, 'status')
  if (status !== undefined && version >= microversion('2.38') && statesOf(status).length === 0)
    throw errors.BadRequest({ reason: 'Invalid status value' })
  const marker = lastOf(query, 'marker') || undefined
  const deletedStatus = status?.toUpperCase() === 'DELETED'
  if (deletedStatus && !call.allows('os_compute_api:servers:allow_all_filters'))
    throw errors.Forbidden({ reason: 'Only administrators may list deleted instances' })
  const deletedOnly = isTrue(lastOf(filters, 'deleted') ?? '') || deletedStatus
  return {
    projectId: allTenants ? byProject : ctx.projectId,
    condition: conditionOf(filters),
    softDeleted: isTrue(lastOf(filters, 'soft_deleted') ?? '') || status?.toUpperCase() === 'SOFT_DELETED',
    deleted: deletedOnly ? 'only' : filters['changes-since'] === undefined ? 'no' : 'also',
    order: orderOf(query, call.allows),
    limit: limitOf(lastOf(query, 'limit'), app.deps.config.api.max_limit),
    ...(marker === undefined ? {} : { marker }),
  }
}
