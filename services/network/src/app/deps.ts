import type { HeldClaimChange } from '@nimbo/clients/change-held-claim'
import type { UnifiedLimits } from '@nimbo/clients/unified-limits'
import type { Clock } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Log } from '@nimbo/kernel/log'
import type { Turns } from '@nimbo/kernel/turns'
import type { Kind, New } from '@nimbo/resource/describe/kind'
import type { Hooks } from '@nimbo/resource/hooks'
import type { Scope } from '@nimbo/resource/rows/repository'
import type { ComputeEvent } from '../compute-events/compute-events.ts'
import type { NeutronConfig } from '../config.ts'
import type { HostSignals } from '../hosts/host-signals.ts'
import type { Inventories } from '../audit/inventories.ts'
import type { RandomNumber } from '../ipam/choose-address.ts'
import type { Db } from '../tables.ts'
import type { Notices } from './notices.ts'

/** The database and services of a use case inside a transaction. */
export interface Inside {
  readonly deps: Deps
  readonly ctx: Context
  readonly db: Db
  /** Registers work that runs after the commit, and never after a rollback: telling agents and other services. */
  afterwards(work: () => Promise<void> | void): void
}

/** Runs work in a transaction, then the work it registered with `afterwards`. */
export type Transact = <Result>(ctx: Context, work: (inside: Inside) => Promise<Result>) => Promise<Result>

/** What use cases depend on. */
export interface Deps {
  /** For reads outside a transaction. */
  readonly db: Db
  /** Runs in a serializable transaction. */
  readonly transaction: Transact
  /**
   * Runs in a read committed transaction: changes of others may become visible between its statements, so it may judge
   * only by rows that it has written or locked.
   */
  readonly allOrNone: Transact
  /**
   * Queue per project: requests that check a quota wait for each other here instead of failing to serialize in the
   * database.
   */
  readonly projectTurns: Turns<string>
  readonly clock: Clock
  readonly config: NeutronConfig
  readonly random: RandomNumber
  readonly hosts: HostSignals
  readonly inventories: Inventories
  readonly log: Log
  /** Sends events to Nova that were written to the database. */
  sendComputeEvents(events: readonly ComputeEvent[]): void
  /** Keeps the segments of routed networks known to placement. */
  readonly routed: {
    /** Subnets or segments changed. */
    wake(): void
    /** Ports of this network, or their addresses, changed. */
    portsChanged(networkId: string): void
  }
  /** The hooks by which kinds of resource react to changes of other kinds. */
  readonly hooks: Hooks<Inside>
  /** Sends notifications about changes. */
  readonly notices: Notices
  readonly callers: Callers
  /** Changes what a server holds in placement; false if the changed claim does not fit. */
  changeClaim(ctx: Context, serverId: string, change: HeldClaimChange): Promise<boolean>
  /** Limits kept by Keystone. */
  readonly unified: UnifiedLimits
}

/** What use cases need to know about the caller. */
export interface Callers {
  isAdmin(ctx: Context): boolean
  /** Services see everything, like administrators; policy decides what they are shown. */
  scopeOf(ctx: Context): Scope
}

/** The values for a new resource, with defaults, and its owner. */
export type Owned<K extends Kind> = New<K> & { readonly project_id: string }
