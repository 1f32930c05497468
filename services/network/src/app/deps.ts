import type { UnifiedLimits } from '@nimbo/clients/unified-limits'
import type { Kind, New } from '@nimbo/resource/describe/kind'
import type { Scope } from '@nimbo/resource/rows/repository'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Turns } from '@nimbo/kernel/turns'
import type { ComputeEvent } from '../compute-events/compute-events.ts'
import type { NeutronConfig } from '../config.ts'
import type { HostSignals } from '../hosts/host-signals.ts'
import type { RandomNumber } from '../ipam/choose-address.ts'
import type { Db } from '../tables.ts'
import type { Hooks } from '@nimbo/resource/hooks'
import type { Notices } from './notices.ts'

/** What a use case acts with inside a transaction. */
export interface Inside {
  readonly deps: Deps
  readonly ctx: Context
  readonly db: Db
  /** Work to do once the transaction is committed, and not when it failed: telling others of it. */
  afterwards(work: () => Promise<void> | void): void
}

/** Does work in a transaction, then what it left for afterwards. */
export type Transact = <Result>(ctx: Context, work: (inside: Inside) => Promise<Result>) => Promise<Result>

/** What use cases are made from. */
export interface Deps {
  /** For reads outside of a transaction. */
  readonly db: Db
  /** Reads and writes as if nobody else did meanwhile. */
  readonly transaction: Transact
  /** Writes all or nothing, judging only by what it changes or has taken: others' changes may show between its statements. */
  readonly allOrNone: Transact
  /** Who counts what a project has waits here for the others that do, rather than lose against them in the database. */
  readonly projectTurns: Turns<string>
  readonly clock: Clock
  readonly config: NeutronConfig
  readonly random: RandomNumber
  readonly hosts: HostSignals
  /** Has compute told of what was written for it. */
  sendComputeEvents(events: readonly ComputeEvent[]): void
  /** What the kinds of resource want of each other. */
  readonly hooks: Hooks<Inside>
  /** Tells the world of what changes. */
  readonly notices: Notices
  readonly callers: Callers
  /** Limits as identity keeps them. */
  readonly unified: UnifiedLimits
}

/** What use cases ask about who calls. */
export interface Callers {
  isAdmin(ctx: Context): boolean
  /** Services see everything the way administrators do; what they are shown of it is up to policy. */
  scopeOf(ctx: Context): Scope
}

/** What a client gave for a new resource, with what is usual where it said nothing, and whose it shall be. */
export type Owned<K extends Kind> = New<K> & { readonly project_id: string }
