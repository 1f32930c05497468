import type { TaskState, VmState } from '../states.ts'

/** When an action may begin. What is left out may be anything. */
export interface StartStates {
  readonly vmStates?: readonly VmState[]
  /** `null` stands for no task. */
  readonly taskStates?: readonly (TaskState | null)[]
  /** The server must have run at least once. */
  readonly launched?: true
  /** The server must be on a host. */
  readonly onHost?: true
  /** A lock does not hold it off. */
  readonly lockIgnored?: true
}

/** A server that has run, and to which nothing is being done. */
export const idle = { taskStates: [null], launched: true } as const satisfies StartStates
