import { inTransaction } from '@nimbo/db/in-transaction'
import type { Context } from '@nimbo/kernel/context'
import { isFault, messageOf } from '@nimbo/kernel/errors'
import type { FlowId } from '@nimbo/kernel/ids'
import type { Db } from '../db/db.ts'
import type { VolumeApp } from './app.ts'

/**
 * Runs a transaction that writes a flow's row, and notifies the schedulers of the flow after the commit. The work is accepted
 * from then on: if no scheduler can be reached, one finds the flow by itself. Returns what the transaction returned, for the
 * response: reading the resource again might show a later state.
 */
export const beginWork = async <Begun extends { readonly flowId: FlowId }>(
  { db, scheduler, log }: Pick<VolumeApp, 'db' | 'scheduler' | 'log'>,
  ctx: Context,
  write: (trx: Db) => Promise<Begun>,
): Promise<Begun> => {
  const begun = await inTransaction(db, write)
  const { flowId } = begun
  try {
    await scheduler.beginFlow(ctx, { flowId })
  } catch (error) {
    log.warn({ flowId, reason: messageOf(error) }, 'could not notify a scheduler of a flow; one will find it')
  }
  return begun
}

/** Begins the flow that deletes a resource; changes nothing if such a flow is active, as when deletion is forced once more. */
export const beginDeletion = async (
  app: VolumeApp,
  ctx: Context,
  write: (trx: Db) => Promise<{ readonly flowId: FlowId }>,
): Promise<void> => {
  try {
    await beginWork(app, ctx, write)
  } catch (error) {
    if (!isFault(error, 'FlowActive')) throw error
  }
}
