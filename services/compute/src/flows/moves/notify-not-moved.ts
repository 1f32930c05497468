import type { Context } from '@nimbo/kernel/context'
import type { Fault } from '@nimbo/kernel/errors'
import type { Kysely } from 'kysely'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import { instances } from '../../db/servers/instances.ts'
import type { RequestSpec } from '../../domain/servers/request-spec.ts'
import type { FlowDeps } from '../flow-deps.ts'

interface NotMoved {
  readonly serverId: string
  /** The server's original request. */
  readonly spec: RequestSpec | undefined
  readonly error: Fault
  /** The task that failed; `migrate_server` by default. */
  readonly task?: 'migrate_server' | 'rebuild_server'
}

/** Notifies that no host was found for a move. To be called in the transaction that records it. */
export const notifyNotMoved = async (
  { notices, clock }: Pick<FlowDeps, 'notices' | 'clock'>,
  trx: Kysely<CellTables>,
  ctx: Context,
  { serverId, spec, error: { code, message, details }, task = 'migrate_server' }: NotMoved,
): Promise<void> => {
  const server = await instances(trx, clock).find(serverId)
  if (server === undefined) return
  const reason = details.reason === undefined ? undefined : String(details.reason)
  const failure = { doing: task, code, message, details: reason }
  await notices.taskFailed(trx, ctx, serverId, {
    ...{ task, state: server.vmState, spec, failure },
  })
}
