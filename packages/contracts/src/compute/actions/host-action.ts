import type { Operation } from '@nimbo/operation/operation'
import type { TProperties, TSchema } from 'typebox'
import type { HostNotifications } from '../notifications/servers.ts'
import type { TaskState, VmState } from '../states.ts'
import type { StartStates } from './start-states.ts'

/** The command of an action without arguments besides the servers. */
export interface ActionCommand {
  /** For `pause` the command is `server pause`. */
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
 * An action performed by a server's host, as plain data. It is a durable flow in the server's cell: the API checks `from`,
 * records the action, sets the task state and replies; the host performs it; then the server has the state `endsIn`.
 */
export interface HostAction<Order extends TProperties = TProperties> {
  /** In error messages (`Cannot 'pause' instance …`) and in `os-instance-actions`. */
  readonly name: string
  /** The API operation; absent if it is on another resource: `POST /servers/{server_id}/os-interface`. */
  readonly operation?: ActionOperation
  readonly from: StartStates
  /** The task state meanwhile; null for none. */
  readonly taskState: TaskState | null
  /** Later task states, reported by the host. */
  readonly steps?: readonly TaskState[]
  /** The VM state after success; unchanged if absent. */
  readonly endsIn?: VmState
  /** The VM state after a failure; unchanged if absent. */
  readonly failsIn?: VmState
  /** VM states in which servers without a host can have the action too, performed in the database and other services only. */
  readonly withoutHost?: readonly VmState[]
  /** The event's name in `os-instance-actions`. */
  readonly event: string
  /** Its notification, if it has one. */
  readonly notifications?: HostNotifications
  /** What the host needs besides the server, as properties of the message. */
  readonly order: Order
  readonly command?: ActionCommand
}

/** Declares an action of a host with precise types. */
export const hostAction = <const Declared extends Omit<HostAction, 'order'>, Order extends TProperties>(
  declared: Declared & { readonly order: Order },
): Declared & HostAction<Order> => declared
