import { signalFlow } from '@nimbo/durable/flow-inbox'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { addResourceEvent } from '../db/events.ts'
import { forgetOldEvents } from '../db/forget-events.ts'
import { changeResourceWith, findResource, type Resource } from '../db/resources.ts'
import type { Stack } from '../db/stacks.ts'
import { carrying } from '../domain/carrying.ts'
import { clearedHook } from '../domain/hooks.ts'
import { errors } from '../errors.ts'
import type { HeatApp } from './app.ts'

type Details = Readonly<Record<string, unknown>>

/** Wakes the flow of the stack, which may be waiting for this signal. */
const wakeStack = async (app: HeatApp, ctx: Context, stack: Stack): Promise<void> => {
  const id = await signalFlow(app.db, app.clock, { name: carrying.name, subject: stack.traversal }, 'signal')
  if (id) await app.wake(ctx, id)
}

/** Clears a hook, so that the waiting resource continues. */
const clearHook = async (
  app: HeatApp,
  ctx: Context,
  stack: Stack,
  row: Resource,
  hook: string,
): Promise<void> => {
  let known: Resource | undefined = row
  for (let isCleared = false; !isCleared; ) {
    const data: string | undefined = known && clearedHook(known, hook, stack.traversal)
    if (known === undefined || data === undefined)
      throw errors.InvalidBreakPointHook({ message: `The "${hook}" hook is not defined on ${row.name}` })
    isCleared = await changeResourceWith(app.db, known, { data })
    if (!isCleared) known = await findResource(app.db, row.id)
  }
  const outcome = { action: row.action, status: row.status, reason: `Hook ${hook} is cleared` }
  await addResourceEvent(app.db, stack.root_id, row, outcome, timestamp(app.clock))
  await wakeStack(app, ctx, stack)
}

/** Signals a resource: clears a hook, or delivers the details to its type. */
export const signalResource =
  (app: HeatApp) =>
  async (ctx: Context, stack: Stack, row: Resource, details: Details): Promise<void> => {
    if (typeof details.unset_hook === 'string') return clearHook(app, ctx, stack, row, details.unset_hook)
    if (row.action === 'SUSPEND' || row.action === 'DELETE')
      throw errors.ResourceActionNotSupported({
        message: `Signal resource during ${row.action} is not supported for resource.`,
      })
    const reason = await app.look.signal(ctx, stack, row, details)
    const at = timestamp(app.clock)
    await addResourceEvent(app.db, stack.root_id, row, { action: 'SIGNAL', status: 'COMPLETE', reason }, at)
    // Alarms may signal a stack for years in which no other action of it ends.
    await forgetOldEvents(app.db, stack.id, app.config.DEFAULT.max_events_per_stack)
    await wakeStack(app, ctx, stack)
  }
