import { showFlow, showScheduling } from '@nimbo/contracts/compute/explanations'
import type { SpanAttributes } from '@nimbo/trace/span'
import { readBootFlow } from '../app/servers/read-boot-flow.ts'
import type { Decision } from '../domain/scheduling/explanations/decision.ts'
import { handle } from './handle.ts'

/** Attributes about hosts, which users without the permission must not see. */
const hidden = ['host', 'node', 'hosts', 'alternates', 'cell', 'rule', 'error', 'refused']

const shownTo = (seesHosts: boolean, attributes: SpanAttributes): SpanAttributes =>
  seesHosts
    ? attributes
    : Object.fromEntries(Object.entries(attributes).filter(([name]) => !hidden.includes(name)))

const flow = handle(showFlow, async ({ app, params, allows }) => {
  const { traceId, lines } = await readBootFlow(app.deps)(params.server_id)
  const seesHosts = allows('os_compute_api:os-extended-server-attributes')
  return {
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
      attributes: { ...shownTo(seesHosts, span.attributes) },
    })),
  }
})

/** Tenants see how many hosts passed each filter; admins also see which, and why. */
const decisionView = (decision: Decision, seesHosts: boolean) =>
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

const scheduling = handle(showScheduling, async ({ app, params, allows }) => {
  const records = await app.stores.schedulingRecords.ofServer(params.server_id)
  const seesHosts = allows('os_compute_api:os-extended-server-attributes')
  return {
    scheduling: records.map(({ decision, created_at }) => ({
      created_at,
      ...decisionView(JSON.parse(decision) as Decision, seesHosts),
    })),
  }
})

export const explanationRoutes = [flow, scheduling]
