import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { FlowId } from '@nimbo/kernel/ids'
import type { Json } from '@nimbo/kernel/json'
import type { ExpressionBuilder, Kysely } from 'kysely'
import type { FlowTables } from './flow-tables.ts'

/** A flow by its id, or the active one of a name that works on a subject. */
export type FlowRef = FlowId | { readonly name: string; readonly subject: string }

const refersTo = (flow: FlowRef) => (eb: ExpressionBuilder<FlowTables, 'flows'>) =>
  typeof flow === 'string'
    ? eb('id', '=', flow)
    : eb.and([eb('name', '=', flow.name), eb('active_subject', '=', flow.subject)])

/** Wakes a sleeping flow; a running one sees what has come when it would go to sleep, or at its next boundary. */
const wakeIfParked = (now: string) => (eb: ExpressionBuilder<FlowTables, 'flows'>) =>
  eb.case().when('state', '=', 'parked').then(now).else(eb.ref('wake_at')).end()

/** Appends a payload to a flow's signals; `undefined` when no such flow goes forward. */
export const signalFlow = async (
  db: Kysely<FlowTables>,
  clock: Clock,
  flow: FlowRef,
  payload: Json,
): Promise<FlowId | undefined> => {
  for (;;) {
    const row = await db
      .selectFrom('flows')
      .select(['id', 'signals', 'revision'])
      .where(refersTo(flow))
      .where('state', 'in', ['running', 'parked'])
      .executeTakeFirst()
    if (row === undefined) return undefined
    const { numUpdatedRows } = await db
      .updateTable('flows')
      .set((eb) => ({
        signals: JSON.stringify([...JSON.parse(row.signals), payload]),
        wake_at: wakeIfParked(timestamp(clock))(eb),
        revision: row.revision + 1,
      }))
      .where('id', '=', row.id)
      .where('revision', '=', row.revision)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 1n) return row.id as FlowId
  }
}

/** Marks a flow as cancelled, for the first reason given; `undefined` when no such flow is active. */
export const cancelFlow = async (
  db: Kysely<FlowTables>,
  clock: Clock,
  flow: FlowRef,
  reason: string,
): Promise<FlowId | undefined> => {
  const row = await db
    .updateTable('flows')
    .set((eb) => ({
      cancelled: eb.fn.coalesce('cancelled', eb.val(reason)),
      wake_at: wakeIfParked(timestamp(clock))(eb),
      revision: eb('revision', '+', 1),
    }))
    .where(refersTo(flow))
    .where('wake_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return row?.id as FlowId | undefined
}
