import type { ComputeClient, ExternalEvent } from '@nimbo/clients/compute'
import { isRemote } from '@nimbo/clients/rest-client'
import { reconciler } from '@nimbo/durable/reconciler'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import { type Context, internalContext } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import type { Log } from '@nimbo/kernel/log'
import { type ComputeEvent, type ComputeEvents, claimEnd } from '../db/compute-events.ts'

export interface ComputeEventsOptions {
  readonly events: ComputeEvents
  readonly compute: ComputeClient
  readonly clock: Clock
  readonly log: Log
}

const batch = 50
const lookEveryMs = 2_000
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

export interface ComputeEventsSender {
  start(): void
  /** Sends these, which were just written and are claimed for this process. */
  send(events: readonly ComputeEvent[]): void
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>
  /** Resolves when what was being sent is done with; what is left goes back to whoever comes. */
  stop(): Promise<void>
}

/**
 * Tells compute what has become of servers' ports. Events are rows until compute has answered, so none is lost when either
 * side is down; that compute knows the server no longer is an answer as well. Processes that share the database claim
 * what they send, and begin with what they write: an event is told twice only where one died between telling it and noting
 * so, which compute bears. What others have left, dead or put off, is looked for now and then.
 */
export const computeEventsSender = ({
  events,
  compute,
  clock,
  log,
}: ComputeEventsOptions): ComputeEventsSender => {
  const written: ComputeEvent[] = []
  let looksAt = Number.NEGATIVE_INFINITY

  const sendGroup = async (group: readonly ComputeEvent[]): Promise<void> => {
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
  /** What this process wrote, as long as nobody else may have claimed it. */
  const own = (): ComputeEvent[] => {
    const now = timestamp(clock)
    return written.splice(0, batch).filter(({ not_before }) => not_before > now)
  }

  /** What has come due; nothing when it was looked for a moment ago. */
  const due = async (stopping: AbortSignal): Promise<readonly ComputeEvent[]> => {
    while (clock.now() >= looksAt && !stopping.aborted) {
      const claimed = await events.claim(timestamp(clock), claimEnd(clock), batch)
      if (claimed.length > 0) return claimed
      // Nothing claimed is no sign that nothing is due: another process may have been quicker with these.
      if (!(await events.anyDue(timestamp(clock)))) looksAt = clock.now() + lookEveryMs
    }
    return []
  }

  const work = reconciler({
    name: 'compute events',
    everyMs: lookEveryMs,
    clock,
    log,
    run: async (stopping) => {
      while (!stopping.aborted) {
        const left = await due(stopping)
        const together = [...own(), ...left]
        if (together.length === 0 && written.length === 0) return
        await Promise.all([...byTrace(together).values()].map(sendGroup))
      }
    },
  })

  return {
    start: work.start,
    send: (more) => {
      if (more.length === 0) return
      written.push(...more)
      work.wake()
    },
    idle: work.idle,
    stop: async () => {
      await work.stop()
      const unsent = written.splice(0).map(({ id }) => id)
      if (unsent.length > 0) await events.release(unsent, timestamp(clock))
    },
  }
}
