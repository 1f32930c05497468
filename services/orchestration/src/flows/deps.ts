import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { FlowId } from '@nimbo/kernel/ids'
import type { Log } from '@nimbo/kernel/log'
import type { TellSink } from '../app/tell-sinks.ts'
import type { Types } from '../app/templates/find-type.ts'
import type { StackNotices } from '../app/stacks/stack-notices.ts'
import type { HeatConfig } from '../config.ts'
import type { Db } from '../db/db.ts'
import type { Sealing } from '../domain/sealing.ts'
import type { Resource } from '../db/resources.ts'
import type { Stack } from '../db/stacks.ts'
import type { Clients } from '../resource-type/clients.ts'
import type { Signals } from '../resource-type/signals.ts'

/** What a resource keeps of its own, as it stands. */
export interface Keeping {
  current(): string
  remember(data: Readonly<Record<string, string>>): Promise<void>
}

/** What the engine works with. */
export interface EngineDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly config: HeatConfig
  readonly sealing: Sealing
  readonly types: Types
  readonly notices: StackNotices
  /** Services, asked in the name of the stack's owner. */
  clientsOf(ctx: Context, stack: Stack): Clients
  signalsOf(ctx: Context, stack: Stack, resource: Resource, keep: Keeping): Signals
  /** Removes the user that was made for a resource. */
  forgetUser(ctx: Context, stack: Stack, resource: Resource): Promise<void>
  /** Removes the project of the users that the stack made for itself. */
  forgetUsers(ctx: Context, stack: Stack): Promise<void>
  readonly tellSink: TellSink
  /** Ends what lets the engine act for the owner. */
  forgetOwner(ctx: Context, stack: Stack): Promise<void>
  /** A flow has been written and can begin. */
  wake(flowId: FlowId): void
}
