import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { FlowId } from '@nimbo/kernel/ids'
import type { Log } from '@nimbo/kernel/log'
import type { SendToSink } from '../app/send-to-sinks.ts'
import type { Types } from '../app/templates/find-type.ts'
import type { StackNotices } from '../app/stacks/stack-notices.ts'
import type { HeatConfig } from '../config.ts'
import type { Db } from '../db/db.ts'
import type { Sealing } from '../domain/sealing.ts'
import type { Resource } from '../db/resources.ts'
import type { Stack } from '../db/stacks.ts'
import type { Clients } from '../resource-type/clients.ts'
import type { Signals } from '../resource-type/signals.ts'

/** Access to the `data` of a resource's row, as it is at present. */
export interface Keeping {
  current(): string
  remember(data: Readonly<Record<string, string>>): Promise<void>
}

/** The dependencies of the engine. */
export interface EngineDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly config: HeatConfig
  readonly sealing: Sealing
  readonly types: Types
  readonly notices: StackNotices
  /** Clients of the services, which act on behalf of the stack's owner. */
  clientsOf(ctx: Context, stack: Stack): Clients
  signalsOf(ctx: Context, stack: Stack, resource: Resource, keep: Keeping): Signals
  /** Deletes the Keystone user that was created for a resource. */
  forgetUser(ctx: Context, stack: Stack, resource: Resource): Promise<void>
  /** Deletes the Keystone project of the stack's own users. */
  forgetUsers(ctx: Context, stack: Stack): Promise<void>
  readonly sendToSink: SendToSink
  /** Deletes the trust by which the engine acts for the owner. */
  forgetOwner(ctx: Context, stack: Stack): Promise<void>
  /** Starts a flow that has been written. */
  wake(flowId: FlowId): void
}
