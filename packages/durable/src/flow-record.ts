import type { Context } from '@nimbo/kernel/context'
import { type ErrorKind, Fault, messageOf } from '@nimbo/kernel/errors'
import type { FlowId } from '@nimbo/kernel/ids'
import type { Json, JsonObject } from '@nimbo/kernel/json'
import type { FlowRow, FlowState } from './flow-tables.ts'
import type { ParkedUntil } from './park.ts'

/** The stored form of a flow's error. */
export interface StoredFault {
  readonly code: string
  readonly kind: ErrorKind
  readonly message: string
  readonly details: JsonObject
}

type ByStep = Readonly<Record<string, JsonObject>>

/** What changes while a flow runs. */
export interface FlowProgress {
  readonly state: FlowState
  readonly outputs: ByStep
  readonly choices: ByStep
  readonly position: number
  readonly attempt: number
  readonly error: StoredFault | null
  readonly signals: readonly Json[]
  readonly parkedUntil: ParkedUntil | null
  /** Milliseconds since the epoch; null when ended. */
  readonly wakeAt: number | null
}

/** A parsed row of `flows`. */
export interface FlowRecord extends FlowProgress {
  readonly id: FlowId
  readonly name: string
  readonly subject: string
  readonly input: JsonObject
  readonly cancelled: string | null
  readonly context: Context
  readonly leaseOwner: string | null
  readonly deadlineAt: number
  readonly revision: number
}

/** Parses a row. */
export const recordOf = (row: FlowRow): FlowRecord => ({
  id: row.id as FlowId,
  name: row.name,
  subject: row.subject,
  state: row.state,
  input: JSON.parse(row.input),
  outputs: JSON.parse(row.outputs),
  choices: JSON.parse(row.choices),
  position: row.position,
  attempt: row.attempt,
  error: row.error === null ? null : JSON.parse(row.error),
  signals: JSON.parse(row.signals),
  cancelled: row.cancelled,
  parkedUntil: row.parked_until,
  context: JSON.parse(row.context),
  leaseOwner: row.lease_owner,
  wakeAt: row.wake_at === null ? null : Date.parse(row.wake_at),
  deadlineAt: Date.parse(row.deadline_at),
  revision: row.revision,
})

const columnOf: { readonly [Field in keyof FlowProgress]: (progress: FlowProgress) => Partial<FlowRow> } = {
  state: ({ state }) => ({ state }),
  outputs: ({ outputs }) => ({ outputs: JSON.stringify(outputs) }),
  choices: ({ choices }) => ({ choices: JSON.stringify(choices) }),
  position: ({ position }) => ({ position }),
  attempt: ({ attempt }) => ({ attempt }),
  error: ({ error }) => ({ error: error === null ? null : JSON.stringify(error) }),
  signals: ({ signals }) => ({ signals: JSON.stringify(signals) }),
  parkedUntil: ({ parkedUntil }) => ({ parked_until: parkedUntil }),
  wakeAt: ({ wakeAt }) => ({ wake_at: wakeAt === null ? null : instant(wakeAt) }),
}

const fields = Object.keys(columnOf) as (keyof FlowProgress)[]

/** The columns in which two states differ, comparing structures by value. */
export const changedColumns = (before: FlowProgress, progress: FlowProgress): Partial<FlowRow> => {
  const columns: Partial<FlowRow> = {}
  for (const field of fields)
    if (progress[field] !== before[field]) Object.assign(columns, columnOf[field](progress))
  return columns
}

/** An instant as it is stored. */
export const instant = (ms: number): string => new Date(ms).toISOString()

/** Any thrown value as a fault: itself, or of kind `internal` with its text, which stays in the owner's database. */
export const faultOf = (error: unknown): Fault =>
  error instanceof Fault
    ? error
    : new Fault({
        code: 'InternalError',
        kind: 'internal',
        message: messageOf(error),
        details: {},
        cause: error,
      })
