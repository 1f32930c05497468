import { openStatuses } from '@nimbo/contracts/compute/migration-kind'
import { inTransaction } from '@nimbo/db/in-transaction'
import type { Context } from '@nimbo/kernel/context'
import { type Fault, isFault } from '@nimbo/kernel/errors'
import type { Kysely } from 'kysely'
import type { CellTables } from '../../db/schema/cell-tables.ts'
import { instances } from '../../db/servers/instances.ts'
import { requestSpecs } from '../../db/servers/request-specs.ts'
import { type MigrationStatus, migrations } from '../../db/server-migrations/migrations.ts'
import type { LiveMigrateServer } from '../../domain/server-actions/operations.ts'
import { endPart } from '../action-parts.ts'
import type { FlowDeps, InCell } from '../flow-deps.ts'
import { recordMoveFailed } from '../moves/record-move-failed.ts'
import { notifyNotMoved } from '../moves/notify-not-moved.ts'
import { serverInCell } from '../server-record.ts'
import { liveParts, rollbackNotifications } from './live-migration-parts.ts'

/** In these states the destination may have prepared something. */
const wasBegun: readonly MigrationStatus[] = ['preparing', 'running', 'post-migrating', 'cancelled']

/** Notifies the rollback for both hosts. */
const tellRollback = async (
  { notices }: FlowDeps,
  trx: Kysely<CellTables>,
  ctx: Context,
  serverId: string,
): Promise<void> => {
  for (const notified of rollbackNotifications) {
    await notices.begun(trx, ctx, serverId, notified)
    await notices.ended(trx, ctx, serverId, notified)
  }
}

/** Records that the server stays on its source host. An aborted migration records no fault. */
export const recordNotLiveMigrated = async (
  ctx: Context,
  input: LiveMigrateServer,
  error: Fault,
  deps: FlowDeps & InCell,
): Promise<void> => {
  const { serverId, migrationId } = input
  const { clock } = deps
  const record = await serverInCell(deps, serverId)
  if (record === undefined) return
  const spec = await requestSpecs(deps.databases.api, clock).find(serverId)
  const wasAborted = isFault(error, 'LiveMigrationAborted', 'FlowCancelled')
  await inTransaction(record.cell, async (trx) => {
    // A repeated call must not notify again.
    if ((await instances(trx, clock).find(serverId))?.taskState === 'migrating') {
      const { status } = (await migrations(trx, clock).find(migrationId)) ?? {}
      if (status !== undefined && wasBegun.includes(status)) await tellRollback(deps, trx, ctx, serverId)
      else if (!wasAborted) await notifyNotMoved(deps, trx, ctx, { serverId, spec, error })
    }
    const changes = { progress: 0 }
    if (!wasAborted)
      return recordMoveFailed(deps, trx, ctx, {
        ...{ serverId, migrationId, error, status: 'error', changes, parts: liveParts },
      })
    await instances(trx, clock).update(serverId, changes)
    await deps.notices.changing(trx, ctx, serverId, () => instances(trx, clock).endTask(serverId))
    await migrations(trx, clock).change(migrationId, { from: openStatuses, to: { status: 'cancelled' } })
    for (const part of liveParts) await endPart(deps, trx, ctx, serverId, part)
  })
}
