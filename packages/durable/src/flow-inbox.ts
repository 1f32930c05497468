import { prepared } from '@nimbo/db/prepared'
import { type Clock, timestamp } from '@nimbo/kernel/clock'
import type { FlowId } from '@nimbo/kernel/ids'
import type { Json } from '@nimbo/kernel/json'
import type { ExpressionBuilder, Kysely } from 'kysely'
import type { FlowTables } from './flow-tables.ts'

/** A flow by id, or the active one of a name on a subject. */
export type FlowRef = FlowId | { readonly name: string; readonly subject: string }

/** The same as a query parameter, whose shape shows which kind it is. */
type FlowKey = { readonly id: FlowId } | { readonly name: string; readonly subject: string }

const keyOf = (flow: FlowRef): FlowKey => (typeof flow === 'string' ? { id: flow } : flow)

const isOf = (key: FlowKey) => (eb: ExpressionBuilder<FlowTables, 'flows'>) =>
  'id' in key
    ? eb('id', '=', key.id)
    : eb.and([eb('name', '=', key.name), eb('active_subject', '=', key.subject)])

/** Wakes a sleeping flow; a running one sees the signal before it sleeps, or at its next step boundary. */
const wakeIfParked = (now: string) => (eb: ExpressionBuilder<FlowTables, 'flows'>) =>
  eb.case().when('state', '=', 'parked').then(now).else(eb.ref('wake_at')).end()

const forward = prepared((db: Kysely<FlowTables>, { key }: { readonly key: FlowKey }) =>
  db
    .selectFrom('flows')
    .select(['id', 'signals', 'revision'])
    .where(isOf(key))
    .where('state', 'in', ['running', 'parked']),
)

interface NewSignals {
  readonly id: string
  readonly signals: string
  readonly revision: number
  readonly next: number
  readonly now: string
}

const setSignals = prepared((db: Kysely<FlowTables>, { id, signals, revision, next, now }: NewSignals) =>
  db
    .updateTable('flows')
    .set((eb) => ({ signals, wake_at: wakeIfParked(now)(eb), revision: next }))
    .where('id', '=', id)
    .where('revision', '=', revision),
)

/** Appends a payload to a flow's signals; `undefined` when no such flow is going forward. */
export const signalFlow = async (
  db: Kysely<FlowTables>,
  clock: Clock,
  flow: FlowRef,
  payload: Json,
): Promise<FlowId | undefined> => {
  for (;;) {
    const [row] = await forward(db, { key: keyOf(flow) })
    if (row === undefined) return undefined
    const { id, revision } = row
    const signals = JSON.stringify([...JSON.parse(row.signals), payload])
    const changed = await setSignals(db, { id, signals, revision, next: revision + 1, now: timestamp(clock) })
    if (changed === 1) return id as FlowId
  }
}

/** The active flows of any of these names on a subject. */
export interface FlowsOf {
  readonly names: readonly string[]
  readonly subject: string
}

interface Cancel {
  readonly key: { readonly id: FlowId } | FlowsOf
  readonly reason: string
  readonly now: string
}

const isAmong = (key: Cancel['key']) => (eb: ExpressionBuilder<FlowTables, 'flows'>) =>
  'id' in key
    ? eb('id', '=', key.id)
    : eb.and([eb('name', 'in', key.names), eb('active_subject', '=', key.subject)])

const cancel = prepared((db: Kysely<FlowTables>, { key, reason, now }: Cancel) =>
  db
    .updateTable('flows')
    .set((eb) => ({
      cancelled: eb.fn.coalesce('cancelled', eb.val(reason)),
      wake_at: wakeIfParked(now)(eb),
      revision: eb('revision', '+', 1),
    }))
    .where(isAmong(key))
    .where('wake_at', 'is not', null)
    .returning('id'),
)

/** Marks flows as cancelled with the first given reason, by one statement. Returns those that are active. */
export const cancelFlows = async (
  db: Kysely<FlowTables>,
  clock: Clock,
  flows: FlowId | FlowsOf,
  reason: string,
): Promise<readonly FlowId[]> => {
  const key = typeof flows === 'string' ? { id: flows } : flows
  const rows = await cancel(db, { key, reason, now: timestamp(clock) })
  return rows.map(({ id }) => id as FlowId)
}

/** Marks a flow as cancelled with the first given reason; `undefined` when no such flow is active. */
export const cancelFlow = async (
  db: Kysely<FlowTables>,
  clock: Clock,
  flow: FlowRef,
  reason: string,
): Promise<FlowId | undefined> => {
  const flows = typeof flow === 'string' ? flow : { names: [flow.name], subject: flow.subject }
  return (await cancelFlows(db, clock, flows, reason))[0]
}
