import type { TaskState, VmState } from '../states.ts'

/** The states in which an action may start. States left out may have any value. */
export interface StartStates {
  readonly vmStates?: readonly VmState[]
  /** `null` means no task. */
  readonly taskStates?: readonly (TaskState | null)[]
  /** The server must have been started once. */
  readonly launched?: true
  /** The server must be on a host. */
  readonly onHost?: true
  /** Allowed on a locked server. */
  readonly lockIgnored?: true
}

/** A server that was started and has no task. */
export const idle = { taskStates: [null], launched: true } as const satisfies StartStates
