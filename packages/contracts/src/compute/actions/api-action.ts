import type { AnyNotification } from '@nimbo/notifications/notification'
import type { ActionCommand, ActionOperation } from './host-action.ts'
import type { StartStates } from './start-states.ts'

/** Something the API does to a server by itself, or asks for and hands on: it is done when it answers. Plain data. */
export interface ApiAction {
  /** In refusals, and in `os-instance-actions` where it is recorded. */
  readonly name: string
  readonly operation: ActionOperation
  readonly from: StartStates
  readonly told?: AnyNotification
  readonly command?: ActionCommand
}

/** Declares what the API does to a server; it checks the form and keeps the types. */
export const apiAction = <const Declared extends ApiAction>(declared: Declared): Declared => declared
