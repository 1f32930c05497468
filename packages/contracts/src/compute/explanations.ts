import { view } from '@nimbo/operation/content'
import { operation } from '@nimbo/operation/operation'
import { found } from '@nimbo/operation/target'
import { Type } from 'typebox'

const on = found('server')
const seesHosts = 'os_compute_api:os-extended-server-attributes'

/** How a server was created: the hops of the boot flow with their times. */
export const showFlow = operation({
  id: 'servers.flow',
  method: 'GET',
  path: '/servers/{server_id}/nimbo-flow',
  summary: 'Show the hops by which a server was built',
  rule: 'os_compute_api:servers:show',
  on,
  mayAsk: [seesHosts],
  replies: {
    200: view({
      trace_id: Type.Unknown(),
      flow: Type.Array(
        view({
          line: Type.Integer(),
          name: Type.String(),
          from: Type.String(),
          to: Type.String(),
          how: Type.String(),
          what: Type.String(),
          service: Type.String(),
          started_at: Type.String(),
          duration_ms: Type.Number(),
          status: Type.String(),
          attributes: Type.Record(Type.String(), Type.Unknown()),
        }),
      ),
    }),
  },
  errors: ['ServerNotFound'],
})

/**
 * Why a server was scheduled where it is, or nowhere. Tenants see how many hosts passed each filter; admins also see which, and
 * why.
 */
export const showScheduling = operation({
  id: 'servers.scheduling',
  method: 'GET',
  path: '/servers/{server_id}/nimbo-scheduling',
  summary: 'Show how the scheduler chose the host of a server',
  rule: 'os_compute_api:servers:show',
  on,
  mayAsk: [seesHosts],
  replies: {
    200: view({
      scheduling: Type.Array(Type.Object({ created_at: Type.String(), candidates: Type.Unknown() })),
    }),
  },
  errors: ['ServerNotFound'],
})
