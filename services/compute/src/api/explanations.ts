import { ok } from '@nimbo/http/reply'
import type { SpanAttributes } from '@nimbo/trace/span'
import { readBootFlow } from '../app/read-boot-flow.ts'
import type { Decision } from '../domain/scheduling/decision.ts'
import { route, targetServer } from './route.ts'

const inHandler = { inHandler: 'the rule is about the server' } as const

/** Attributes that name parts of the cloud which are none of a tenant's business. */
const hidden = ['host', 'node', 'hosts', 'alternates', 'cell', 'rule', 'error']

const shownTo = (seesHosts: boolean, attributes: SpanAttributes): SpanAttributes =>
  seesHosts
    ? attributes
    : Object.fromEntries(Object.entries(attributes).filter(([name]) => !hidden.includes(name)))

/** How a server came to be: the lines of the boot flow that were walked, each with its time. */
const flow = route({
  method: 'GET',
  path: '/servers/{server_id}/nimbo-flow',
  name: 'servers.flow',
  policy: inHandler,
  replies: [200],
  handle: async (call) => {
    const { server } = await targetServer(call, 'os_compute_api:servers:show')
    const { traceId, lines } = await readBootFlow(call.app.deps)(server.id)
    const seesHosts = call.allows('os_compute_api:os-extended-server-attributes')
    return ok({
      trace_id: traceId,
      flow: lines.map(({ line, span }) => ({
        line: line.line,
        name: span.name,
        from: line.from,
        to: line.to,
        how: line.how,
        what: line.what,
        service: span.service,
        started_at: new Date(span.startedAt).toISOString(),
        duration_ms: Math.round(span.durationMs * 1000) / 1000,
        status: span.status,
        attributes: shownTo(seesHosts, span.attributes),
      })),
    })
  },
})

/** Tenants see how many hosts each filter left; which, and why, is for admins. */
const decisionView = (decision: Decision, seesHosts: boolean): object =>
  seesHosts
    ? decision
    : {
        candidates: decision.candidates,
        filters: decision.filters.map(({ filter, left, refused }) => ({
          filter,
          left,
          refused: refused.length,
        })),
        weighed: decision.weighed.length,
        chosen: decision.chosen !== undefined,
      }

/** Why a server went where it went, or nowhere. */
const scheduling = route({
  method: 'GET',
  path: '/servers/{server_id}/nimbo-scheduling',
  name: 'servers.scheduling',
  policy: inHandler,
  replies: [200],
  handle: async (call) => {
    const { server } = await targetServer(call, 'os_compute_api:servers:show')
    const records = await call.app.stores.schedulingRecords.ofServer(server.id)
    const seesHosts = call.allows('os_compute_api:os-extended-server-attributes')
    return ok({
      scheduling: records.map(({ decision, created_at }) => ({
        created_at,
        ...decisionView(JSON.parse(decision) as Decision, seesHosts),
      })),
    })
  },
})

export const explanationRoutes = [flow, scheduling]
