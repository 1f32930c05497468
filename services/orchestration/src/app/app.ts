import type { UnifiedLimits } from '@nimbo/clients/unified-limits'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { FlowId } from '@nimbo/kernel/ids'
import type { Log } from '@nimbo/kernel/log'
import type { HeatConfig } from '../config.ts'
import type { Db } from '../db/db.ts'
import type { Sealing } from '../domain/sealing.ts'
import type { Resource } from '../db/resources.ts'
import type { SnapshotData } from '../db/snapshots.ts'
import type { Stack } from '../db/stacks.ts'
import type { Clients } from '../resource-type/clients.ts'
import type { Types } from './templates/find-type.ts'
import type { StackNotices } from './stacks/stack-notices.ts'
import type { Trusts } from '@nimbo/clients/trusts'
import type { CheckSignature } from './check-signature.ts'

/** The dependencies of the use cases. */
export interface HeatApp {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly config: HeatConfig
  readonly sealing: Sealing
  readonly types: Types
  readonly notices: StackNotices
  readonly trusts: Trusts
  /** Limits kept by Keystone. */
  readonly unified: UnifiedLimits
  /** Clients of the services, which act on behalf of the caller. */
  clients(ctx: Context): Clients
  /** Reads that need resource types: outputs, attributes, signals and snapshots. */
  readonly look: StackLook
  /** Determines the user who signed a request without a token. */
  readonly checkSignature: CheckSignature
  /** Whether policy allows the caller to use a resource type. */
  mayUse(ctx: Context, type: string): boolean
  /** Notifies an engine that a flow was written and can start. */
  wake(ctx: Context, flowId: FlowId): Promise<void>
}

/** Reads of a stack that need its resource types; performed on behalf of the stack's owner. */
export interface StackLook {
  outputs(ctx: Context, stack: Stack): Promise<readonly ShownOutput[]>
  output(ctx: Context, stack: Stack, name: string): Promise<ShownOutput | undefined>
  /** Delivers a signal to the resource type; resolves to the reason for the event. */
  signal(
    ctx: Context,
    stack: Stack,
    row: Resource,
    details: Readonly<Record<string, unknown>>,
  ): Promise<string>
  /** Lets resource types delete their part of a snapshot. */
  forgetSnapshot(ctx: Context, stack: Stack, resources: SnapshotData['resources']): Promise<void>
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
  /** Why the value could not be resolved. */
  readonly error: string | undefined
}
