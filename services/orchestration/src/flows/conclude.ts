import { timestamp } from '@nimbo/kernel/clock'
import { type FlowId, newId } from '@nimbo/kernel/ids'
import { sendToSinks } from '../app/send-to-sinks.ts'
import { beginTraversal } from '../app/stacks/begin-traversal.ts'
import { stopStack } from '../app/stacks/stop-stack.ts'
import { forgetOldEvents } from '../db/forget-events.ts'
import { addStackEvent } from '../db/events.ts'
import { changeStack, findNestedStack, findStack, isTrustUsed, type Stack } from '../db/stacks.ts'
import {
  dataOf,
  finishSnapshot,
  removeSnapshot,
  snapshotsOfStack,
  snapshotTemplates,
} from '../db/snapshots.ts'
import { forgetTemplates, insertTemplate } from '../db/templates.ts'
import type { StackAction, Status } from '../db/tables.ts'
import { signalFlow } from '@nimbo/durable/flow-inbox'
import { carrying } from '../domain/carrying.ts'
import { readWish } from '../domain/wish.ts'
import type { Resource } from '../db/resources.ts'
import { standingOf } from './handling.ts'
import { settle } from './settle-resource.ts'
import { dropSnapshotParts, snapshotParts } from './walk-at-rest.ts'
import { typeOfRow, type Walk } from './walk.ts'

const undoable: readonly StackAction[] = ['CREATE', 'ADOPT', 'UPDATE', 'RESTORE']

/** Wakes the flow of the parent stack, so that it need not wait for its next poll. */
const tellParent = async ({ deps, stack }: Walk): Promise<void> => {
  if (stack.parent_id === null) return
  const parent = await findStack(deps.db, stack.parent_id)
  if (!parent) return
  const id = await signalFlow(
    deps.db,
    deps.clock,
    { name: carrying.name, subject: parent.traversal },
    stack.id,
  )
  if (id) deps.wake(id)
}

/** Stops the nested stack of a resource, which would otherwise go on although its parent has failed. A deletion goes on. */
const stopNested = async ({ deps, ctx, stack }: Walk, row: Resource, id: string): Promise<void> => {
  const child = row.action === 'DELETE' ? undefined : await findNestedStack(deps.db, stack.id, id)
  if (child?.status === 'IN_PROGRESS') await stopStack(deps)(ctx, child, 'aborted')
}

/** Stops what the resource has begun, since nothing waits for it any more; an error is only logged. */
const tellType = async (walk: Walk, row: Resource): Promise<void> => {
  if (row.physical_id === null) return
  try {
    const type = typeOfRow(walk, row)
    if (type.childStack) return await stopNested(walk, row, row.physical_id)
    if (type.abort) await type.abort(await standingOf(walk, type, row))
  } catch (error) {
    walk.deps.log.warn({ error, resource: row.name }, 'what a resource had begun could not be stopped')
  }
}

/** Marks the resources of this traversal that are still IN_PROGRESS as FAILED, when all others have ended. */
const abortRest = async (walk: Walk): Promise<void> => {
  for (const row of [...walk.rows.values()])
    if (row.status === 'IN_PROGRESS' && row.traversal === walk.stack.traversal) {
      await tellType(walk, row)
      await settle(walk, row, { action: row.action, status: 'FAILED', reason: `${row.action} aborted` })
    }
}

const wordOf = (action: StackAction): string => `Stack ${action} completed successfully`

/** Sets the stack to COMPLETE, with its event and notification. */
const complete = async (walk: Walk): Promise<void> => {
  const { deps, ctx, stack } = walk
  const { action } = stack
  const at = timestamp(deps.clock)
  const isGone = action === 'DELETE'
  const status: Status = 'COMPLETE'
  const reason = wordOf(action)
  const gone = isGone ? { deleted_at: at, living_name: null } : {}
  const isWhole = ['CREATE', 'UPDATE', 'ROLLBACK', 'ADOPT', 'RESTORE'].includes(action)
  const template = isWhole ? { previous_template_id: stack.template_id } : {}
  await deps.db.transaction().execute(async (trx) => {
    const change = { status, status_reason: reason, wish: '{}', ...template, ...gone }
    if (!(await changeStack(trx, stack, change))) return
    await addStackEvent(trx, stack, { action, status, reason }, at)
    await deps.notices.tell(trx, ctx, { ...stack, ...change })
    await forgetOldEvents(trx, stack.id, deps.config.DEFAULT.max_events_per_stack)
    if (isWhole)
      await forgetTemplates(trx, stack.id, [stack.template_id, ...(await snapshotTemplates(trx, stack.id))])
    if (action === 'SNAPSHOT')
      await finishSnapshot(trx, walk.wish.snapshotId ?? '', {
        status,
        reason: '',
        resources: snapshotParts(walk),
      })
  })
}

const emptyOf = (raw: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const { resources: _, Resources: __, outputs: ___, Outputs: ____, ...rest } = raw
  return rest
}

/**
 * Starts a rollback to the previous template, or to one without resources if there is none; undefined when rollback is disabled
 * or does not apply to the action.
 */
const rollBack = async (walk: Walk, because: string): Promise<FlowId | undefined> => {
  const { deps, ctx, stack, blueprint } = walk
  if (stack.disable_rollback === 1 || !undoable.includes(stack.action)) return undefined
  return deps.db.transaction().execute(async (trx) => {
    const templateId = stack.previous_template_id ?? newId()
    if (stack.previous_template_id === null)
      await insertTemplate(trx, deps.sealing, {
        ...{ id: templateId, stackId: stack.id, at: timestamp(deps.clock), files: blueprint.files },
        template: emptyOf(blueprint.template.raw),
        environment: {
          parameters: blueprint.environment.parameters,
          resource_registry: blueprint.environment.registry,
        },
      })
    const wish = { because, ...(stack.action === 'ADOPT' ? { abandon: true } : {}) }
    const reason = `Stack ROLLBACK started due to : ${because}`
    return beginTraversal(trx, ctx, deps, stack, {
      action: 'ROLLBACK',
      reason,
      wish,
      change: { template_id: templateId },
    })
  })
}

const fail = async (walk: Walk, reason: string): Promise<FlowId | undefined> => {
  const { deps, ctx, stack } = walk
  const { action } = stack
  const at = timestamp(deps.clock)
  await abortRest(walk)
  const flowId = await rollBack(walk, reason)
  await deps.db.transaction().execute(async (trx) => {
    const status: Status = 'FAILED'
    const change = { status, status_reason: reason, wish: '{}' }
    if (flowId === undefined && !(await changeStack(trx, stack, change))) return
    await addStackEvent(trx, stack, { action, status, reason }, at)
    await deps.notices.tell(trx, ctx, { ...stack, ...change })
    await forgetOldEvents(trx, stack.id, deps.config.DEFAULT.max_events_per_stack)
    if (action === 'SNAPSHOT')
      await finishSnapshot(trx, walk.wish.snapshotId ?? '', {
        status,
        reason,
        resources: snapshotParts(walk),
      })
  })
  return flowId
}

/** Deletes the snapshots of a stack; those of an abandoned stack leave backups and images behind, like its resources. */
const dropSnapshots = async (walk: Walk): Promise<void> => {
  const { db } = walk.deps
  for (const snapshot of await snapshotsOfStack(db, walk.stack.id)) {
    if (!walk.wish.abandon) await dropSnapshotParts(walk, dataOf(snapshot).resources)
    await removeSnapshot(db, snapshot.id)
  }
}

/** Ends a trust unless a stack of the tree acts by it: a nested stack that is kept outlives its root. */
const endTrust = async ({ deps, ctx, stack }: Walk, trust_id: string | null): Promise<void> => {
  if (!(await isTrustUsed(deps.db, { root_id: stack.root_id, trust_id })))
    await deps.forgetOwner(ctx, { ...stack, trust_id })
}

const endFormerTrusts = async (walk: Walk): Promise<void> => {
  for (const trustId of walk.wish.formerTrusts ?? []) await endTrust(walk, trustId)
}

/**
 * Ends the action of a stack as COMPLETE, or as FAILED if there are reasons; resolves to the flow of a rollback, if one was
 * started.
 */
export const conclude = async (walk: Walk, reasons: readonly string[]): Promise<FlowId | undefined> => {
  const { stack } = walk
  const reason = reasons.join('; ')
  const isDeleted = reasons.length === 0 && stack.action === 'DELETE'
  // Before the stack counts as deleted, as in Heat: a client that waits for the deletion must find neither snapshots nor users.
  if (isDeleted) {
    await dropSnapshots(walk)
    await walk.deps.forgetUsers(walk.ctx, stack)
  }
  const flowId =
    reasons.length > 0
      ? await fail(walk, `Resource ${stack.action} failed: ${reason}`)
      : await complete(walk).then(() => undefined)
  await sendToSinks(walk.deps, walk.ctx, walk.stack, walk.blueprint.environment.eventSinks)
  if (flowId === undefined) await endFormerTrusts(walk)
  if (isDeleted) await endTrust(walk, stack.trust_id)
  await tellParent(walk)
  return flowId
}

/** Fails the action of a stack after a timeout, or when the graph could not be processed at all. */
export const concludeWith = async (walk: Walk, reason: string): Promise<FlowId | undefined> => {
  const flowId = await fail(walk, reason)
  await sendToSinks(walk.deps, walk.ctx, walk.stack, walk.blueprint.environment.eventSinks)
  if (flowId === undefined) await endFormerTrusts(walk)
  await tellParent(walk)
  return flowId
}

/**
 * Ends what an interrupted traversal left in progress: its snapshot, and, when the action was cancelled and no other requested, its
 * resources. A newer action continues with the resources.
 */
export const abortStopped = async (walk: Walk, stack: Stack): Promise<void> => {
  if (stack.status !== 'IN_PROGRESS') await abortRest(walk)
  const { db } = walk.deps
  // The newer action, which may also be a snapshot, begins only after this one.
  const { snapshotId } = readWish(stack.wish)
  for (const { id, status } of await snapshotsOfStack(db, stack.id))
    if (status === 'IN_PROGRESS' && id !== snapshotId) {
      const reason = 'Stack SNAPSHOT interrupted by another action'
      await finishSnapshot(db, id, { status: 'FAILED', reason, resources: snapshotParts(walk) })
    }
}
