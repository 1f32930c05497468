import type { HostActionKind, Operation, OperationOf } from '@nimbo/contracts/compute-rpc/operation'
import type { Context } from '@nimbo/kernel/context'
import type { Kysely } from 'kysely'
import type { CellTables } from '../../../db/schema/cell-tables.ts'
import type { AdditionalPayload } from '../../../db/servers/notify-action.ts'
import type { Operated } from '../../../domain/server-actions/operated.ts'
import type { FlowDeps, HoldsParts, InCell, MakesImages, SpeaksToHosts } from '../../flow-deps.ts'
import type { ServerRecord } from '../../server-record.ts'

/** Clients of services in which an action may hold resources. */
export type PartsGivenBack = HoldsParts & MakesImages

/** An action with its server. */
export interface About<Kind extends HostActionKind> {
  readonly order: OperationOf<Kind>
  readonly record: ServerRecord
}

/** The effects of an action besides the server's states, which its declaration contains. All methods are idempotent. */
export interface Consequences<Kind extends HostActionKind> {
  /**
   * The action that undoes, on the host, an action whose success the conductor did not learn of; absent for kinds that
   * are not undone, because the guest has continued since.
   */
  takenBackBy?(order: OperationOf<Kind>): Operation
  payload?(about: About<Kind>): AdditionalPayload
  /** Writes to the database, and claims in other services, what the host needs to find there. */
  prepare?(ctx: Context, about: About<Kind>, deps: FlowDeps & PartsGivenBack): Promise<void>
  /** For a server without a host: does in other services what a host would do. */
  withoutHost?(ctx: Context, about: About<Kind>, deps: FlowDeps & PartsGivenBack): Promise<void>
  /** Records the result, in the transaction that ends the action. */
  record?(
    trx: Kysely<CellTables>,
    about: About<Kind> & { readonly operated: Operated },
    deps: FlowDeps,
  ): Promise<void>
  /** Work in other services after success. */
  afterwards?(ctx: Context, about: About<Kind>, deps: FlowDeps & PartsGivenBack): Promise<void>
  /** Starts a following flow, or does further work on hosts, after the success is recorded. */
  follow?(
    ctx: Context,
    about: About<Kind>,
    deps: FlowDeps & InCell & PartsGivenBack & SpeaksToHosts,
  ): Promise<void>
  /**
   * Removes from other services what only the order names and a deletion of the server would not find: after a failure,
   * or when the action is `done` but the server is gone.
   */
  withdraw?(
    ctx: Context,
    order: OperationOf<Kind>,
    deps: FlowDeps & PartsGivenBack,
    end: 'failed' | 'done',
  ): Promise<void>
  /** Releases resources in other services after a failure, unless the server is gone. */
  giveBack?(ctx: Context, about: About<Kind>, deps: FlowDeps & PartsGivenBack): Promise<void>
  /** Removes what `prepare` wrote, in the transaction that records the failure. */
  forget?(trx: Kysely<CellTables>, about: About<Kind>, deps: FlowDeps): Promise<void>
}
