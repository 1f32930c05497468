import type { Operation } from '@nimbo/operation/operation'
import type { TProperties, TSchema } from 'typebox'
import type { ToldByHost } from '../notifications/servers.ts'
import type { TaskState, VmState } from '../states.ts'
import type { StartStates } from './start-states.ts'

/** Words of the command line that ask for an action on the servers named, without further options. */
export interface ActionCommand {
  /** `pause`: the words are `server pause`. */
  readonly verb: string
  readonly summary: string
}

/** An operation on `/servers/{server_id}/action`. */
export type ActionOperation = Operation<
  '/servers/{server_id}/action',
  TSchema | undefined,
  TSchema | undefined,
  'server',
  Readonly<Record<number, TSchema>>
>

/**
 * Something that a server's host does to it, as plain data: all that is known of it without doing it. It is a durable flow
 * of the server's cell: the API checks `from`, records the action, sets the task and answers; the host does it; then the server
 * rests in `endsIn`.
 */
export interface HostAction<Order extends TProperties = TProperties> {
  /** In refusals (`Cannot 'pause' instance …`) and in `os-instance-actions`. */
  readonly name: string
  /** How the API is asked; absent where a resource of its own is: `POST /servers/{server_id}/os-interface`. */
  readonly operation?: ActionOperation
  readonly from: StartStates
  /** What the server shows while it is done; null shows nothing. */
  readonly taskState: TaskState | null
  /** What it shows later on, as the host tells how far it is. */
  readonly steps?: readonly TaskState[]
  /** Where the server rests when it is done; where it did before, if absent. */
  readonly endsIn?: VmState
  /** Where it rests when it failed; where it did before, if absent. */
  readonly failsIn?: VmState
  /** Where it is done without a host too, in the books and in other services: the server is in one of these and on none. */
  readonly withoutHost?: readonly VmState[]
  /** Name of the part in `os-instance-actions`. */
  readonly event: string
  /** Absent where nobody is told. */
  readonly told?: ToldByHost
  /** What the host must know besides which server it is, as properties of the message. */
  readonly order: Order
  readonly command?: ActionCommand
}

/** Declares what a host does to a server; it checks the form and keeps the types. */
export const hostAction = <const Declared extends Omit<HostAction, 'order'>, Order extends TProperties>(
  declared: Declared & { readonly order: Order },
): Declared & HostAction<Order> => declared
