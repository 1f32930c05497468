import type { UnifiedLimits } from '@nimbo/clients/unified-limits'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { FlowId } from '@nimbo/kernel/ids'
import type { Log } from '@nimbo/kernel/log'
import type { HeatConfig } from '../config.ts'
import type { Db } from '../db/db.ts'
import type { Sealing } from '../domain/sealing.ts'
import type { Resource } from '../db/resources.ts'
import type { Stack } from '../db/stacks.ts'
import type { Clients } from '../resource-type/clients.ts'
import type { Types } from './templates/find-type.ts'
import type { StackNotices } from './stacks/stack-notices.ts'
import type { Trusts } from '@nimbo/clients/trusts'
import type { CheckSignature } from './check-signature.ts'

/** What the operations on stacks work with. */
export interface HeatApp {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly config: HeatConfig
  readonly sealing: Sealing
  readonly types: Types
  readonly notices: StackNotices
  readonly trusts: Trusts
  /** Limits as identity keeps them. */
  readonly unified: UnifiedLimits
  /** Services, asked in the name of the caller. */
  clients(ctx: Context): Clients
  /** What the engine knows of a stack: outputs, attributes, previews. */
  readonly look: StackLook
  /** Tells who signed a request that has no token. */
  readonly checkSignature: CheckSignature
  /** Whether the caller may use a type of resource. */
  mayUse(ctx: Context, type: string): boolean
  /** Tells an engine that a flow has been written and can begin. */
  wake(ctx: Context, flowId: FlowId): Promise<void>
}

/** What is read from a stack with the help of its types; done in the name of the stack's owner. */
export interface StackLook {
  outputs(ctx: Context, stack: Stack): Promise<readonly ShownOutput[]>
  output(ctx: Context, stack: Stack, name: string): Promise<ShownOutput | undefined>
  /** Hands a signal to the type; gives the reason for the event. */
  signal(
    ctx: Context,
    stack: Stack,
    row: Resource,
    details: Readonly<Record<string, unknown>>,
  ): Promise<string>
  /** Has types delete what their resources keep of a snapshot. */
  forgetSnapshot(ctx: Context, stack: Stack, resources: Readonly<Record<string, unknown>>): Promise<void>
  attributes(
    ctx: Context,
    stack: Stack,
    resourceId: string,
    extra: readonly string[],
  ): Promise<Readonly<Record<string, unknown>>>
}

export interface ShownOutput {
  readonly name: string
  readonly description: string
  readonly value: unknown
  /** Why it has no value. */
  readonly error: string | undefined
}
