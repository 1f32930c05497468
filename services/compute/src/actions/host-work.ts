import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { HostActionKind, OperationOf } from '@nimbo/contracts/compute-rpc/operation'
import type { Context } from '@nimbo/kernel/context'
import type { OperationDeps } from '../agent/operations/operation-deps.ts'
import type { Operated } from '../domain/server-actions/operated.ts'

/** What changed on a server besides its power state. */
export type Changes = Omit<Operated, 'powerState'>

/**
 * What a compute host does for an action. It may be called again after a crash: work already done counts as success,
 * and half-done work is completed or undone. When it throws, the server is unchanged.
 */
export type HostWork<Kind extends HostActionKind> = (
  deps: OperationDeps,
  // biome-ignore lint/suspicious/noConfusingVoidType: work that changes nothing else resolves to nothing
) => (ctx: Context, server: HostedServer, order: OperationOf<Kind>) => Promise<Changes | void>
