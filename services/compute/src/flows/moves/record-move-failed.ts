import { type MigrationStatus, openStatuses } from '@nimbo/contracts/compute/migration-kind'
import type { Context } from '@nimbo/kernel/context'
import type { Fault } from '@nimbo/kernel/errors'
import type { Kysely } from 'kysely'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import { instanceFaults } from '../../db/servers/instance-faults.ts'
import { instances, type ServerChanges } from '../../db/servers/instances.ts'
import { migrations } from '../../db/server-migrations/migrations.ts'
import { type ActionPart, failPart } from '../action-parts.ts'
import type { FlowDeps } from '../flow-deps.ts'

interface FailedMove {
  readonly serverId: string
  readonly migrationId?: string
  readonly error: Fault
  /** The final status of the migration. */
  readonly status: MigrationStatus
  readonly changes?: ServerChanges
  /** Parts that may have started. */
  readonly parts: readonly ActionPart[]
}

/** Ends a failed move with its reason. To be called in a transaction. */
export const recordMoveFailed = (
  deps: FlowDeps,
  trx: Kysely<CellTables>,
  ctx: Context,
  { serverId, migrationId, error, status, changes = {}, parts }: FailedMove,
): Promise<void> =>
  deps.notices.changing(trx, ctx, serverId, async () => {
    const { message, details } = error
    const reason = details.reason === undefined ? undefined : String(details.reason)
    await instances(trx, deps.clock).update(serverId, changes)
    await instances(trx, deps.clock).endTask(serverId)
    if (migrationId !== undefined)
      await migrations(trx, deps.clock).change(migrationId, { from: openStatuses, to: { status } })
    await instanceFaults(trx, deps.clock).record(ctx, serverId, {
      ...{ code: 500, message },
      ...(reason === undefined ? {} : { details: reason }),
    })
    const failure = { message, ...(reason === undefined ? {} : { traceback: reason }) }
    for (const part of parts) await failPart(deps, trx, ctx, serverId, { ...part, failure })
  })
