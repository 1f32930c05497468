import type { HostedServer } from '@nimbo/contracts/compute-rpc/hosted-server'
import type { HostActionKind, OperationOf } from '@nimbo/contracts/compute-rpc/operation'
import type { Context } from '@nimbo/kernel/context'
import type { OperationDeps } from '../agent/operations/operation-deps.ts'
import type { Operated } from '../domain/server-actions/operated.ts'

/** What has changed of a server besides its power. */
export type Changes = Omit<Operated, 'powerState'>

/**
 * What a host does for an action. It may be asked again after it died: done already is a success, and what an earlier try
 * left half done is taken up or taken back. When it throws, the server is as it was.
 */
export type HostWork<Kind extends HostActionKind> = (
  deps: OperationDeps,
  // biome-ignore lint/suspicious/noConfusingVoidType: work that changes nothing else resolves to nothing
) => (ctx: Context, server: HostedServer, order: OperationOf<Kind>) => Promise<Changes | void>
