import { prepared } from '@nimbo/db/prepared'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import { type FlowId, newId } from '@nimbo/kernel/ids'
import type { Kysely } from 'kysely'
import { errors } from './errors.ts'
import type { FlowKind } from './flow.ts'
import type { FlowRow, FlowTables } from './flow-tables.ts'

export interface NewFlow<Input> {
  /** The id of the flow's subject; one flow of a name can be active per subject. */
  readonly subject: string
  readonly input: Input
  /** The caller's context; stored without the token, since a flow outlives it. */
  readonly ctx: Context
  readonly clock: Clock
  /**
   * How long the flow waits before it begins, in ms (default: not at all); until then it can be postponed or removed
   * (`unbegun-flows.ts`).
   */
  readonly beginsInMs?: number
}

const insert = prepared((db: Kysely<FlowTables>, { row }: { readonly row: FlowRow }) =>
  db
    .insertInto('flows')
    .values(row)
    .onConflict((conflict) => conflict.columns(['name', 'active_subject']).doNothing()),
)

/**
 * Inserts a flow in the caller's transaction, so that it exists exactly when its subject does; call `engine.wake(id)` after the
 * commit. Throws `FlowActive` when one of that name is active on the subject.
 */
export const insertFlow = async <Tables extends FlowTables, Input extends object>(
  trx: Kysely<Tables>,
  { name, deadlineMs }: FlowKind<Input>,
  { subject, input, ctx, clock, beginsInMs = 0 }: NewFlow<NoInfer<Input>>,
): Promise<FlowId> => {
  const id = newId<FlowId>()
  const { token: _, ...context } = ctx
  const now = new Date(clock.now()).toISOString()
  const inserted = await insert(trx as unknown as Kysely<FlowTables>, {
    row: {
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
      error: null,
      signals: '[]',
      cancelled: null,
      parked_until: null,
      context: JSON.stringify(context),
      lease_owner: null,
      lease_expires_at: null,
      wake_at: new Date(clock.now() + beginsInMs).toISOString(),
      deadline_at: new Date(clock.now() + deadlineMs).toISOString(),
      revision: 0,
      created_at: now,
      updated_at: now,
    },
  })
  if (inserted === 0) throw errors.FlowActive({ flow: name, subject })
  return id
}
