import type { ComputeClient, ExternalEvent } from '@nimbo/clients/compute'
import { isRemote } from '@nimbo/clients/rest-client'
import { type Reconciler, reconciler } from '@nimbo/durable/reconciler'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import { type Context, internalContext } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import type { ComputeEvent, ComputeEvents } from '../db/compute-events.ts'

export interface ComputeEventsOptions {
  readonly events: ComputeEvents
  readonly compute: ComputeClient
  readonly clock: Clock
  readonly log: Log
}

const batch = 50
const lookEveryMs = 2_000
/** Longer than compute usually takes to answer; how late an event is whose process died while telling it. */
const claimMs = 15_000
const firstWaitMs = 1_000
const longestWaitMs = 60_000
/** After this many tries compute is not going to want it any more. */
const mostAttempts = 100

const waitAfter = (attempts: number): number =>
  Math.min(firstWaitMs * 2 ** Math.min(attempts, 10), longestWaitMs)

const wireEvent = ({ name, server_id, port_id, status }: ComputeEvent): ExternalEvent =>
  ({ name, server_uuid: server_id, tag: port_id, status }) as ExternalEvent

/** The request an event belongs to, so that its delivery shows in that request's trace. */
const contextOf = (event: ComputeEvent): Context => ({
  ...internalContext(),
  globalRequestId: event.request_id,
  trace: { traceId: event.trace_id, spanId: event.span_id },
})

/** Events of one request go together; others must not be told of in its trace. */
const byTrace = (events: readonly ComputeEvent[]): Map<string, ComputeEvent[]> => {
  const groups = new Map<string, ComputeEvent[]>()
  for (const event of events) groups.set(event.trace_id, [...(groups.get(event.trace_id) ?? []), event])
  return groups
}

/**
 * Tells compute what has become of servers' ports. Events are rows until compute has answered, so none is lost when either
 * side is down; that compute knows the server no longer is an answer as well. Processes that share the database claim
 * what they send: an event is told twice only where one died between telling it and noting so, which compute bears.
 */
export const computeEventsSender = ({ events, compute, clock, log }: ComputeEventsOptions): Reconciler => {
  const send = async (group: readonly ComputeEvent[]): Promise<void> => {
    const ids = group.map(({ id }) => id)
    const [first] = group
    if (!first) return
    try {
      await compute.sendEvents(contextOf(first), group.map(wireEvent))
      await events.remove(ids)
    } catch (error) {
      const final = isRemote(error, 400, 404, 422) || first.attempts >= mostAttempts
      if (final) return events.remove(ids)
      log.warn(
        { events: ids.length, reason: messageOf(error) },
        'compute could not be told of ports; tried again',
      )
      await events.postpone(ids, new Date(clock.now() + waitAfter(first.attempts)).toISOString())
    }
  }
  return reconciler({
    name: 'compute events',
    everyMs: lookEveryMs,
    clock,
    log,
    run: async (stopping) => {
      for (;;) {
        if (stopping.aborted) return
        const until = new Date(clock.now() + claimMs).toISOString()
        const claimed = await events.claim(timestamp(clock), until, batch)
        await Promise.all([...byTrace(claimed).values()].map(send))
        // Nothing claimed is no sign that nothing is due: another process may have been quicker with these.
        if (claimed.length === 0 && !(await events.anyDue(timestamp(clock)))) return
      }
    },
  })
}
