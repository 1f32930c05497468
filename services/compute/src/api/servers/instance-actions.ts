import { createHash } from 'node:crypto'
import * as operations from '@nimbo/contracts/compute/instance-actions'
import { microversion } from '@nimbo/operation/microversion'
import type { InstanceActionEventRow, InstanceActionRow } from '../../db/schema/cell-tables.ts'
import type { ActionPage } from '../../db/servers/instance-actions.ts'
import { wireTimeMicros, wireTimeMicrosOrNull } from '../../domain/wire-time.ts'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'
import { nextPage } from '../page-links.ts'
import { changesIn } from '../query-instants.ts'
import { limitOf } from './server-list-query.ts'

const paged = microversion('2.58')
const changesBefore = microversion('2.66')

const actionView = (action: InstanceActionRow): operations.InstanceActionView => ({
  action: action.action,
  instance_uuid: action.server_id,
  message: action.message,
  project_id: action.project_id,
  request_id: action.request_id,
  start_time: wireTimeMicros(action.start_time),
  user_id: action.user_id,
  updated_at: wireTimeMicrosOrNull(action.updated_at),
})

/** Pagination and time filters of 2.58. */
const pageOf = async (
  query: { readonly [name: string]: string | undefined },
  version: number,
  most: number,
  find: (marker: string) => Promise<InstanceActionRow | undefined>,
): Promise<ActionPage> => {
  if (version < paged) return { limit: most }
  const { limit, marker: name } = query
  const marker = name ? await find(name) : undefined
  if (name && !marker) throw errors.MarkerUnknown({ marker: name })
  const { 'changes-before': before, ...rest } = query
  return {
    limit: limitOf(limit, most),
    ...(marker ? { marker } : {}),
    ...changesIn(version >= changesBefore ? { ...rest, 'changes-before': before } : rest),
  }
}

const list = handle(operations.listInstanceActions, async (call) => {
  const { app, query, version } = call
  const located = call.found.server_even_deleted
  const { id } = located.server
  const store = await app.servers.actions(located)
  if (!store) return { instanceActions: [] }
  const most = app.deps.config.api.max_limit
  const page = await pageOf(query, version, most, (marker) => store.find(id, marker))
  const actions = await store.list(id, page)
  const full = version >= paged && actions.length === page.limit
  const links = nextPage(call.request, { full, last: actions.at(-1)?.request_id })
  return { instanceActions: actions.map(actionView), ...(links ? { links } : {}) }
})

const hostIdOf = (projectId: string, host: string | null): string =>
  host === null ? '' : createHash('sha224').update(`${projectId}${host}`).digest('hex')

const eventView = (
  event: InstanceActionEventRow,
  { message, project_id }: InstanceActionRow,
): operations.InstanceActionEventView => ({
  event: event.event,
  start_time: wireTimeMicros(event.start_time),
  finish_time: wireTimeMicrosOrNull(event.finish_time),
  result: event.result,
  traceback: event.traceback,
  hostId: hostIdOf(project_id, event.host),
  host: event.host,
  details: event.result === 'Error' ? message : null,
})

const show = handle(operations.showInstanceAction, async ({ app, found, params: { request_id } }) => {
  const located = found.server_even_deleted
  const store = await app.servers.actions(located)
  const action = await store?.find(located.server.id, request_id)
  if (!store || !action) throw errors.NotFound({ reason: `Action ${request_id} not found` })
  const events = (await store.events(action.id)).map((event) => eventView(event, action))
  return { instanceAction: { ...actionView(action), events } }
})

export const instanceActionRoutes = [list, show]
