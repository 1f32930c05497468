import { createHash } from 'node:crypto'
import { ok } from '@nimbo/http/reply'
import { microversion } from '@nimbo/operation/microversion'
import type { InstanceActionEventRow, InstanceActionRow } from '../db/cell-tables.ts'
import type { ActionPage } from '../db/instance-actions.ts'
import { wireTimeMicros, wireTimeMicrosOrNull } from '../domain/wire-time.ts'
import { errors } from '../errors.ts'
import { nextLink } from './page-links.ts'
import { route, targetServer } from './route.ts'
import { limitOf } from './server-list-query.ts'

const deletedShown = microversion('2.21')
const eventsForOwners = microversion('2.51')
const paged = microversion('2.58')
const hostIds = microversion('2.62')
const changesBefore = microversion('2.66')
const detailsShown = microversion('2.84')
const inHandler = { inHandler: 'the rule is about the server' } as const

const actionView = (action: InstanceActionRow, version: number) => ({
  action: action.action,
  instance_uuid: action.server_id,
  message: action.message,
  project_id: action.project_id,
  request_id: action.request_id,
  start_time: wireTimeMicros(action.start_time),
  user_id: action.user_id,
  ...(version >= paged ? { updated_at: wireTimeMicrosOrNull(action.updated_at) } : {}),
})

const instant = (name: string, text: string | undefined): string | undefined => {
  if (text === undefined) return undefined
  const time = new Date(text)
  if (Number.isNaN(time.getTime()))
    throw errors.BadRequest({
      reason: `Invalid input for query parameters ${name}. Value: ${text}. '${text}' is not a 'date-time'`,
    })
  return time.toISOString()
}

const list = route({
  method: 'GET',
  path: '/servers/{server_id}/os-instance-actions',
  name: 'servers.actions.list',
  policy: inHandler,
  replies: [200],
  handle: async (call) => {
    const { app, query, version } = call
    const options = { deleted: version >= deletedShown }
    const located = await targetServer(call, 'os_compute_api:os-instance-actions:list', options)
    const store = await app.servers.actions(located)
    if (!store) return ok({ instanceActions: [] })
    const most = app.deps.config.api.max_limit
    const limit = version >= paged ? limitOf(query.limit, most) : most
    const marker =
      version >= paged && query.marker ? await store.find(located.server.id, query.marker) : undefined
    if (version >= paged && query.marker && !marker) throw errors.MarkerNotFound({ marker: query.marker })
    const since = version >= paged ? instant('changes-since', query['changes-since']) : undefined
    const before = version >= changesBefore ? instant('changes-before', query['changes-before']) : undefined
    const page: ActionPage = {
      limit,
      ...(marker ? { marker } : {}),
      ...(since ? { changesSince: since } : {}),
      ...(before ? { changesBefore: before } : {}),
    }
    const actions = await store.list(located.server.id, page)
    return ok({
      instanceActions: actions.map((action) => actionView(action, version)),
      ...(version >= paged
        ? nextLink('links', call.request, {
            full: actions.length === limit,
            last: actions.at(-1)?.request_id,
          })
        : {}),
    })
  },
})

interface EventReader {
  readonly version: number
  readonly projectId: string
  readonly seesTraceback: boolean
  readonly seesHost: boolean
  readonly seesDetails: boolean
}

const eventView = (event: InstanceActionEventRow, message: string | null, reader: EventReader) => ({
  event: event.event,
  start_time: wireTimeMicros(event.start_time),
  finish_time: wireTimeMicrosOrNull(event.finish_time),
  result: event.result,
  ...(reader.seesTraceback ? { traceback: event.traceback } : {}),
  ...(reader.version >= hostIds
    ? {
        hostId:
          event.host === null
            ? ''
            : createHash('sha224').update(`${reader.projectId}${event.host}`).digest('hex'),
        ...(reader.seesHost ? { host: event.host } : {}),
      }
    : {}),
  ...(reader.version >= detailsShown && reader.seesDetails
    ? { details: event.result === 'Error' ? message : null }
    : {}),
})

const show = route({
  method: 'GET',
  path: '/servers/{server_id}/os-instance-actions/{request_id}',
  name: 'servers.actions.show',
  policy: inHandler,
  replies: [200],
  handle: async (call) => {
    const { app, params, version, allows } = call
    const options = { deleted: version >= deletedShown }
    const located = await targetServer(call, 'os_compute_api:os-instance-actions:show', options)
    const store = await app.servers.actions(located)
    const action = await store?.find(located.server.id, params.request_id)
    if (!store || !action) throw errors.NotFound({ reason: `Action ${params.request_id} not found` })
    const seesTraceback = allows('os_compute_api:os-instance-actions:events')
    const reader = {
      version,
      projectId: located.server.projectId,
      seesTraceback,
      seesHost: seesTraceback,
      seesDetails: allows('os_compute_api:os-instance-actions:events:details'),
    }
    const events =
      seesTraceback || version >= eventsForOwners
        ? { events: (await store.events(action.id)).map((event) => eventView(event, action.message, reader)) }
        : {}
    return ok({ instanceAction: { ...actionView(action, version), ...events } })
  },
})

export const instanceActionRoutes = [list, show]
