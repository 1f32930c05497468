import type { Context } from '@nimbo/kernel/context'
import type { JsonObject } from '@nimbo/kernel/json'
import type { Log } from '@nimbo/kernel/log'
import type { Db } from '../db/db.ts'
import type { StackEvent } from '../db/events.ts'
import type { Stack } from '../db/stacks.ts'
import { noteSent, unsentEvents } from '../db/sent-events.ts'
import type { Sealing } from '../domain/sealing.ts'
import type { EventSink } from '../language/environment.ts'

/** Sends events to an event sink on behalf of the stack's owner. Throws when the sink does not accept them. */
export type SendToSink = (
  ctx: Context,
  stack: Stack,
  sink: EventSink,
  messages: readonly JsonObject[],
) => Promise<void>

interface Deps {
  readonly db: Db
  readonly log: Log
  readonly sealing: Sealing
  readonly sendToSink: SendToSink
}

/** An event in the message format of event sinks. */
const messageOf = ({ sealing }: Deps, event: StackEvent): JsonObject => ({
  timestamp: event.created_at,
  version: '0.1',
  type: 'os.heat.event',
  id: event.id,
  payload: {
    version: '0.1',
    resource_name: event.resource_name,
    physical_resource_id: event.physical_id,
    stack_id: event.stack_id,
    resource_action: event.action,
    resource_status: event.status,
    resource_status_reason: event.reason,
    resource_type: event.resource_type,
    resource_properties: JSON.parse(sealing.open(event.properties)),
  },
})

/**
 * Sends the events since the last call to the stack's event sinks, after a crash possibly twice. An error of a sink is logged, and
 * the stack continues; that sink does not get these events later.
 */
export const sendToSinks = async (
  deps: Deps,
  ctx: Context,
  stack: Stack,
  sinks: readonly EventSink[],
): Promise<void> => {
  if (sinks.length === 0) return
  for (;;) {
    const events = await unsentEvents(deps.db, stack.id)
    const last = events.at(-1)
    if (last === undefined) return
    const messages = events.map((event) => messageOf(deps, event))
    for (const sink of sinks)
      try {
        await deps.sendToSink(ctx, stack, sink, messages)
      } catch (error) {
        deps.log.warn(
          { error, stackId: stack.id, queue: sink.target },
          'events could not be sent to an event sink',
        )
      }
    await noteSent(deps.db, stack.id, last.position)
  }
}
