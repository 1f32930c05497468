import type { ComputeClient, ExternalEvent } from '@nimbo/clients/compute'
import { isRemote } from '@nimbo/operation/client/remote-fault'
import type { Clock } from '@nimbo/kernel/clock'
import { type Context, internalContext } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import type { ComputeEvent, ComputeEvents } from './compute-events.ts'
import { gathering } from '../hosts/gathering.ts'

export interface TellComputeOptions {
  readonly events: ComputeEvents
  readonly compute: ComputeClient
  readonly clock: Clock
  readonly log: Log
}

export interface TellCompute {
  /** Sends these events to Nova; resolves when it has answered, or when they were postponed because it did not. */
  tell(events: readonly ComputeEvent[]): Promise<void>
  /** Resolves when the rows of sent events are deleted. */
  settle(): Promise<void>
}

/** How long the rows of sent events may stay; far shorter than a claim. */
const forgetMs = 500
const firstWaitMs = 1_000
const longestWaitMs = 60_000
/** After this many attempts an event is given up. */
const mostAttempts = 100

const waitAfter = (attempts: number): number =>
  Math.min(firstWaitMs * 2 ** Math.min(attempts, 10), longestWaitMs)

const wireEvent = ({ name, server_id, port_id, status }: ComputeEvent): ExternalEvent =>
  ({ name, server_uuid: server_id, tag: port_id, status }) as ExternalEvent

/** The context of the request an event belongs to, so that sending it shows in that request's trace. */
const contextOf = (event: ComputeEvent): Context => ({
  ...internalContext(),
  globalRequestId: event.request_id,
  trace: { traceId: event.trace_id, spanId: event.span_id },
})

/** Groups events by request, since each group is sent in its request's trace. */
const byTrace = (events: readonly ComputeEvent[]): Map<string, ComputeEvent[]> => {
  const groups = new Map<string, ComputeEvent[]>()
  for (const event of events) groups.set(event.trace_id, [...(groups.get(event.trace_id) ?? []), event])
  return groups
}

/** Sends claimed events to Nova. A 404 for the server counts as an answer. */
export const tellCompute = ({ events, compute, clock, log }: TellComputeOptions): TellCompute => {
  const told = gathering({
    clock,
    forMs: forgetMs,
    work: (ids) => events.remove(ids),
    failed: (error, { length }) =>
      log.warn(
        { events: length, reason: messageOf(error) },
        'could not delete the rows of sent events; they are sent again',
      ),
  })
  const notifyGroup = async (group: readonly ComputeEvent[]): Promise<void> => {
    const ids = group.map(({ id }) => id)
    const [first] = group
    if (!first) return
    try {
      await compute.sendEvents(contextOf(first), group.map(wireEvent))
    } catch (error) {
      if (!isRemote(error, 400, 404, 422) && first.attempts < mostAttempts) {
        log.warn(
          { events: ids.length, reason: messageOf(error) },
          'could not send events about ports to compute; will be retried',
        )
        return events.postpone(ids, new Date(clock.now() + waitAfter(first.attempts)).toISOString())
      }
    }
    told.add(ids)
  }
  return {
    tell: async (all) => {
      await Promise.all([...byTrace(all).values()].map(notifyGroup))
    },
    settle: told.settle,
  }
}
