import type { HostActionKind, Operation, OperationOf } from '@nimbo/contracts/compute-rpc/operation'
import type { Context } from '@nimbo/kernel/context'
import type { Kysely } from 'kysely'
import type { CellTables } from '../../../db/schema/cell-tables.ts'
import type { ToldBesides } from '../../../db/servers/tell-action.ts'
import type { Operated } from '../../../domain/server-actions/operated.ts'
import type { FlowDeps, HoldsParts, MakesImages } from '../../flow-deps.ts'
import type { ServerRecord } from '../../server-record.ts'

/** Clients of the services in which something may be held for an action. */
export type PartsGivenBack = Pick<HoldsParts, 'volume' | 'network'> & MakesImages

/** An order, and the server that it is about. */
export interface About<Kind extends HostActionKind> {
  readonly order: OperationOf<Kind>
  readonly record: ServerRecord
}

/**
 * What follows from an action of a host beyond the states of the server, which its declaration tells. All of it may be asked
 * for more than once.
 */
export interface Consequences<Kind extends HostActionKind> {
  /** What takes back on the host what nobody heard was done; nothing does where the guest has lived on since. */
  takenBackBy?(order: OperationOf<Kind>): Operation
  told?(about: About<Kind>): ToldBesides
  /** Writes down beforehand what the host is to find in the books. */
  prepare?(about: About<Kind>, deps: FlowDeps): Promise<void>
  /** Does in other services what a host would have, for a server that is on none. */
  withoutHost?(ctx: Context, about: About<Kind>, deps: FlowDeps & PartsGivenBack): Promise<void>
  /** Writes down what it has changed, in the transaction that ends it. */
  record?(
    trx: Kysely<CellTables>,
    about: About<Kind> & { readonly operated: Operated },
    deps: FlowDeps,
  ): Promise<void>
  /** Does in other services what is to be done once it has gone well. */
  afterwards?(ctx: Context, about: About<Kind>, deps: FlowDeps & PartsGivenBack): Promise<void>
  /** Begins what follows from it, once it is recorded that it has gone well. */
  follow?(ctx: Context, about: About<Kind>, deps: FlowDeps & PartsGivenBack): Promise<void>
  /** Gives back what was held for it in other services, when it has failed. */
  giveBack?(ctx: Context, about: About<Kind>, deps: FlowDeps & PartsGivenBack): Promise<void>
  /** Takes out of the books what was written for it, in the transaction that says that it has failed. */
  forget?(trx: Kysely<CellTables>, about: About<Kind>, deps: FlowDeps): Promise<void>
}
