/** `parked` sleeps inside a step; `unwinding` is being undone; `done` and `failed` are ended. */
export type FlowState = 'running' | 'parked' | 'unwinding' | 'done' | 'failed'

/** Every moment of a flow's life is this row; instants are ISO 8601 text, structures JSON text. */
export interface FlowRow {
  id: string
  name: string
  /** What the flow is about: the id of a server, a volume… */
  subject: string
  /** `subject` while the flow is active, then null: unique with `name`, so that one flow at a time works on a thing. */
  active_subject: string | null
  state: FlowState
  input: string
  /** Outputs of finished steps, by step name. */
  outputs: string
  /** What choice points chose to run with, by step name. */
  choices: string
  /** Index of the step to run or undo next; the number of steps: `onDone`; -1: `onFailed`. */
  position: number
  /** How often what is at `position` was tried and put off. */
  attempt: number
  /** The fault that turned the flow back. */
  error: string | null
  /** Payloads of signals not yet seen by a step, oldest first. */
  signals: string
  /** Why the flow was cancelled, if it was. */
  cancelled: string | null
  /** What a parked step waits for. */
  parked_until: 'time' | 'signal' | 'signal-or-time' | null
  /** The context of the request that began it, without its token. */
  context: string
  lease_owner: string | null
  lease_expires_at: string | null
  /** When it can go on, or since when it could; while it is held it stays as it was. Null when ended. */
  wake_at: string | null
  deadline_at: string
  /** Counts the changes, so that one based on an outdated row is noticed. */
  revision: number
  created_at: string
  updated_at: string
}

/** Extended by the tables of every service that has flows. */
export interface FlowTables {
  flows: FlowRow
}
