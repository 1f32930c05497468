/** `parked` sleeps inside a step; `unwinding` is rolling back; `done` and `failed` are finished. */
export type FlowState = 'running' | 'parked' | 'unwinding' | 'done' | 'failed'

/** The complete state of a flow; instants are ISO 8601 text, structures JSON text. */
export interface FlowRow {
  id: string
  name: string
  /** The id of the flow's subject: a server, a volume… */
  subject: string
  /**
   * `subject` while the flow is active, then null: unique with `name`, so that one flow of a name works on a subject at a time.
   */
  active_subject: string | null
  state: FlowState
  input: string
  /** Results of finished steps, by step name. */
  outputs: string
  /** Choices of choice points, by step name. */
  choices: string
  /** Index of the step to run or undo next; the number of steps means `onDone`, -1 means `onFailed`. */
  position: number
  /** How often the task at `position` was tried and postponed. */
  attempt: number
  /** The fault because of which the flow rolls back. */
  error: string | null
  /** Payloads of signals that no step has received yet, oldest first. */
  signals: string
  /** Why the flow was cancelled, if it was. */
  cancelled: string | null
  /** What a parked step waits for. */
  parked_until: 'time' | 'signal' | 'signal-or-time' | null
  /** The context of the original request, without its token. */
  context: string
  lease_owner: string | null
  lease_expires_at: string | null
  /** When it can continue, or since when; unchanged while it is held. Null when ended. */
  wake_at: string | null
  deadline_at: string
  /** Incremented at each change, to detect writes based on an outdated row. */
  revision: number
  created_at: string
  updated_at: string
}

/** The flow table, part of every service's tables that has flows. */
export interface FlowTables {
  flows: FlowRow
}
