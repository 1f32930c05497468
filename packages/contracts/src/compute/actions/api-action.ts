import type { AnyNotification } from '@nimbo/notifications/notification'
import type { ActionCommand, ActionOperation } from './host-action.ts'
import type { StartStates } from './start-states.ts'

/** An action that the API performs itself, or starts; it is done when it replies. */
export interface ApiAction {
  /** In error messages, and in `os-instance-actions` if recorded. */
  readonly name: string
  readonly operation: ActionOperation
  readonly from: StartStates
  readonly notifications?: AnyNotification
  readonly command?: ActionCommand
}

/** Declares an action of the API with precise types. */
export const apiAction = <const Declared extends ApiAction>(declared: Declared): Declared => declared
