import type { TaskState } from '../states.ts'
import type { ActionCommand, ActionOperation } from './host-action.ts'
import type { StartStates } from './start-states.ts'

/** An action that involves several hosts or scheduling and has its own flow. Plain data, like an action of one host. */
export interface MoveAction {
  /** In error messages, and in `os-instance-actions` unless it has another name there. */
  readonly name: string
  readonly recordedAs?: string
  readonly operation: ActionOperation
  readonly from: StartStates
  /** The first task state. */
  readonly taskState: TaskState
  readonly command?: ActionCommand
}

/** Declares a move with precise types. */
export const moveAction = <const Declared extends MoveAction>(declared: Declared): Declared => declared
