import { inTransaction } from '@nimbo/db/in-transaction'
import type { Context } from '@nimbo/kernel/context'
import type { FlowId } from '@nimbo/kernel/ids'
import type { Db } from '../db/db.ts'
import type { VolumeApp } from './app.ts'

/** Runs a transaction that writes a flow's row, and tells the scheduler of the flow once it is committed. */
export const beginWork = async (
  { db, scheduler }: Pick<VolumeApp, 'db' | 'scheduler'>,
  ctx: Context,
  write: (trx: Db) => Promise<FlowId>,
): Promise<void> => {
  const flowId = await inTransaction(db, write)
  await scheduler.beginFlow(ctx, { flowId })
}
