import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { type FlowId, newId } from '@nimbo/kernel/ids'
import type { Kysely } from 'kysely'
import { errors } from './errors.ts'
import type { FlowKind } from './flow.ts'
import type { FlowTables } from './flow-tables.ts'

export interface NewFlow<Input> {
  /** The id of what the flow is about; one flow of a name works on a subject at a time. */
  readonly subject: string
  readonly input: Input
  /** Whoever asked; stored without the token, since a flow outlives it. */
  readonly ctx: Context
  readonly clock: Clock
}

/**
 * Writes a flow's row inside the caller's transaction, so that it exists exactly when what it builds does; begin the
 * work with `engine.wake(id)` after the commit. Throws `FlowActive` when one of its name already works on the subject.
 */
export const insertFlow = async <Tables extends FlowTables, Input extends object>(
  trx: Kysely<Tables>,
  { name, deadlineMs }: FlowKind<Input>,
  { subject, input, ctx, clock }: NewFlow<NoInfer<Input>>,
): Promise<FlowId> => {
  const id = newId<FlowId>()
  const { token: _, ...context } = ctx
  const now = new Date(clock.now()).toISOString()
  const inserted = await (trx as unknown as Kysely<FlowTables>)
    .insertInto('flows')
    .values({
      id,
      name,
      subject,
      active_subject: subject,
      state: 'running',
      input: JSON.stringify(input),
      outputs: '{}',
      choices: '{}',
      position: 0,
      attempt: 0,
      signals: '[]',
      context: JSON.stringify(context),
      wake_at: now,
      deadline_at: new Date(clock.now() + deadlineMs).toISOString(),
      revision: 0,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['name', 'active_subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted === undefined) throw errors.FlowActive({ flow: name, subject })
  return id
}
