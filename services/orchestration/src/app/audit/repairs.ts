import { insertFlow } from '@nimbo/durable/insert-flow'
import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { HeatApp } from '../app.ts'
import { beginTraversal } from '../stacks/begin-traversal.ts'
import { addResourceEvent } from '../../db/events.ts'
import { changeResource, findResource, removeResource } from '../../db/resources.ts'
import { findStack } from '../../db/stacks.ts'
import { carrying } from '../../domain/carrying.ts'
import type { FindingKind } from './finding.ts'

interface Repair {
  /** A description in one sentence. */
  readonly does: string
  run(app: HeatApp, ctx: Context, id: string): Promise<void>
}

/** Starts a new flow, which continues from the rows of the resources. */
const carryOn: Repair = {
  does: 'Have a flow carry it on.',
  run: async (app, ctx, id) => {
    const stack = await findStack(app.db, id)
    if (stack?.status !== 'IN_PROGRESS') return
    const { traversal } = stack
    // The flow that held the stack no longer exists.
    await app.db.updateTable('stacks').set({ holder: null }).where('id', '=', id).execute()
    const input = { stackId: id, traversal }
    await app.wake(
      ctx,
      await insertFlow(app.db, carrying, { subject: traversal, input, ctx, clock: app.clock }),
    )
  },
}

const deleteStack: Repair = {
  does: 'Delete it, with all its resources.',
  run: async (app, ctx, id) => {
    const stack = await findStack(app.db, id)
    if (!stack || stack.deleted_at !== null) return
    const flowId = await app.db
      .transaction()
      .execute((trx) => beginTraversal(trx, ctx, app, stack, { action: 'DELETE' }))
    if (flowId) await app.wake(ctx, flowId)
  },
}

const endWork: Repair = {
  does: 'Say that it failed; the next update goes on from there.',
  run: async (app, _, id) => {
    const row = await findResource(app.db, id)
    const stack = row && (await findStack(app.db, row.stack_id))
    if (row?.status !== 'IN_PROGRESS' || !stack || stack.status === 'IN_PROGRESS') return
    const at = timestamp(app.clock)
    const outcome = { action: row.action, status: 'FAILED', reason: 'Nobody was at work on it' } as const
    const change = { status: outcome.status, status_reason: outcome.reason, updated_at: at }
    await app.db.transaction().execute(async (trx) => {
      await changeResource(trx, id, change)
      await addResourceEvent(trx, stack.root_id, { ...row, ...change }, outcome, at)
    })
  },
}

const forgetResource: Repair = {
  does: 'Strike it out; what it stood for is left alone.',
  run: ({ db }, _, id) => removeResource(db, id),
}

const endTrust: Repair = { does: 'End the trust.', run: (app, ctx, id) => app.trusts.end(ctx, id) }

/** The repair of each kind of finding; kinds that need an operator's decision have none. */
export const repairs: { readonly [Kind in FindingKind]?: Repair } = {
  'stack-without-flow': carryOn,
  'stack-without-parent': deleteStack,
  'resource-of-gone-stack': forgetResource,
  'resource-at-work-for-nobody': endWork,
  'trust-without-stack': endTrust,
}
