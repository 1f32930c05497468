import { nullable, view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { before, shownTo, since } from '@nimbo/operation/windows'
import { type Static, Type } from 'typebox'
import { NextLink } from './links.ts'
import { digits, strictFrom, text } from './query.ts'

const events = 'os_compute_api:os-instance-actions:events'

const action = {
  action: Type.String(),
  instance_uuid: Type.String(),
  message: nullable(Type.String()),
  project_id: Type.String(),
  request_id: Type.String(),
  start_time: Type.String(),
  user_id: Type.String(),
  updated_at: since('2.58', nullable(Type.String())),
}
const Action = view(action)
export type InstanceActionView = Static<typeof Action>

const Event = view({
  event: Type.String(),
  start_time: Type.String(),
  finish_time: nullable(Type.String()),
  result: nullable(Type.String()),
  traceback: shownTo(events, nullable(Type.String())),
  hostId: since('2.62', Type.String()),
  host: since('2.62', shownTo(events, nullable(Type.String()))),
  details: since(
    '2.84',
    shownTo('os_compute_api:os-instance-actions:events:details', nullable(Type.String())),
  ),
})
export type InstanceActionEventView = Static<typeof Event>

/** Since 2.21 also for deleted servers. */
const on = found('server_even_deleted')

export const listInstanceActions = operation({
  id: 'servers.actions.list',
  method: 'GET',
  path: '/servers/{server_id}/os-instance-actions',
  summary: 'List what was done to a server',
  rule: 'os_compute_api:os-instance-actions:list',
  on,
  query: strictFrom('2.58', {
    limit: since('2.58', digits),
    marker: since('2.58', text),
    'changes-since': since('2.58', text),
    'changes-before': since('2.66', text),
  }),
  replies: { 200: view({ instanceActions: Type.Array(Action), links: NextLink }) },
  errors: ['ServerNotFound', 'MarkerNotFound'],
})

export const showInstanceAction = operation({
  id: 'servers.actions.show',
  method: 'GET',
  path: '/servers/{server_id}/os-instance-actions/{request_id}',
  summary: 'Show something that was done to a server, with its events',
  rule: 'os_compute_api:os-instance-actions:show',
  on,
  replies: {
    200: view({
      instanceAction: view({
        ...action,
        // Visible to owners since 2.51.
        events: Type.Optional(
          Type.Union([since('2.51', Type.Array(Event)), before('2.51', shownTo(events, Type.Array(Event)))]),
        ),
      }),
    }),
  },
  errors: ['ServerNotFound', 'NotFound'],
})
