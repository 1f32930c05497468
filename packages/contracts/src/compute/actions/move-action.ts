import type { TaskState } from '../states.ts'
import type { ActionCommand, ActionOperation } from './host-action.ts'
import type { StartStates } from './start-states.ts'

/**
 * Something that takes several hosts, or a host to be chosen first: a flow of its own carries it. Plain data, as of an
 * action of one host.
 */
export interface MoveAction {
  /** In refusals, and in `os-instance-actions` unless it has another name there. */
  readonly name: string
  readonly recordedAs?: string
  readonly operation: ActionOperation
  readonly from: StartStates
  /** What the server shows first. */
  readonly taskState: TaskState
  readonly command?: ActionCommand
}

/** Declares how a server is moved; it checks the form and keeps the types. */
export const moveAction = <const Declared extends MoveAction>(declared: Declared): Declared => declared
