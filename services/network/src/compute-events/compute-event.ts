import { randomUUID } from 'node:crypto'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { type ComputeEvent, claimEnd } from './compute-events.ts'
import type { Port } from '@nimbo/contracts/network/port'

export type ComputeEventName =
  | 'network-vif-plugged'
  | 'network-vif-unplugged'
  | 'network-vif-deleted'
  | 'network-changed'

/**
 * The row of an event about a server's port for Nova. It records the request it belongs to, and is claimed by the
 * writing process, which sends it right after the commit.
 */
export const computeEvent = (
  ctx: Context,
  clock: Clock,
  name: ComputeEventName,
  port: Pick<Port, 'id' | 'device_id'>,
): ComputeEvent => ({
  id: randomUUID(),
  name,
  server_id: port.device_id,
  port_id: port.id,
  status: 'completed',
  request_id: ctx.globalRequestId ?? ctx.requestId,
  trace_id: ctx.trace.traceId,
  span_id: ctx.trace.spanId,
  attempts: 0,
  not_before: claimEnd(clock),
})
