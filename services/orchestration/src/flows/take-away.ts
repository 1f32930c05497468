import { removeResource, type Resource } from '../db/resources.ts'
import { findNestedStack, keepNestedStack } from '../db/stacks.ts'
import { isRemote, unlessNotFound } from '@nimbo/operation/client/remote-fault'
import { messageOf } from '@nimbo/kernel/errors'
import type { ResourceType } from '../resource-type/resource-type.ts'
import { askChild } from './children.ts'
import { handlingOf, standingOf, writeRow } from './handling.ts'
import { passHook } from './hooks.ts'
import { mayExist } from './make-resource.ts'
import { withRetries, waitFor } from './retry.ts'
import type { NodeOutcome } from './run-graph.ts'
import { failureOf, settle } from './settle-resource.ts'
import { formerTypeOf, type Walk } from './walk.ts'

const forget = async (walk: Walk, row: Resource): Promise<NodeOutcome> => {
  await walk.deps.forgetUser(walk.ctx, walk.stack, walk.rows.get(row.id) ?? row)
  await removeResource(walk.deps.db, row.id)
  walk.rows.delete(row.id)
  return 'done'
}

/**
 * Finds the object of a creation during which a process died: calls `create` again, which finds the object by its name or creates
 * one, so that it can be deleted by its id.
 */
const findOut = async (walk: Walk, type: ResourceType, row: Resource): Promise<Resource> => {
  let id: string | undefined
  const made = (known: string) => {
    id = known
  }
  try {
    const found = await type.create(await handlingOf(walk, type, row, { isRepeat: true, made }))
    id = typeof found === 'string' ? found : found.id
  } catch (error) {
    walk.deps.log.info(
      { resource: row.name, reason: messageOf(error) },
      'the object of an interrupted creation could not be completed',
    )
  }
  return id === undefined ? row : writeRow(walk, row, { physical_id: id })
}

const isGone = async (
  type: ResourceType,
  standing: Parameters<ResourceType['delete']>[0],
): Promise<boolean> => {
  if (type.isDeleted) return type.isDeleted(standing)
  if (!type.show) return true
  try {
    await type.show(standing)
    return false
  } catch (error) {
    if (isRemote(error, 404)) return true
    throw error
  }
}

const takeChild = async (walk: Walk, row: Resource): Promise<NodeOutcome> => {
  const id = row.physical_id
  if (id === null) return forget(walk, row)
  if (row.asked === 0) {
    const wish = walk.wish.abandon ? { abandon: true } : {}
    if (!(await waitFor(walk, () => askChild(walk, id, 'DELETE', { wish })))) return 'waiting'
    await writeRow(walk, row, { asked: 1 })
  }
  let failure: string | undefined
  const ended = await waitFor(walk, async () => {
    const child = await findNestedStack(walk.deps.db, walk.stack.id, id)
    if (child && child.deleted_at === null && child.status === 'FAILED') failure = child.status_reason
    return !child || child.deleted_at !== null || failure !== undefined
  })
  if (!ended) return 'waiting'
  if (failure !== undefined) throw new Error(failure)
  return finish(walk, row)
}

const finish = async (walk: Walk, row: Resource): Promise<NodeOutcome> => {
  if (!(await passHook(walk, row, 'post-delete'))) return 'waiting'
  await settle(walk, walk.rows.get(row.id) ?? row, { action: 'DELETE', status: 'COMPLETE' })
  return forget(walk, row)
}

/** Leaves the object behind; a nested stack is marked, so that the audit does not take it for a leftover. */
const keep = async (walk: Walk, type: ResourceType, row: Resource): Promise<NodeOutcome> => {
  if (type.childStack && row.physical_id !== null)
    await keepNestedStack(walk.deps.db, walk.stack.id, row.physical_id)
  return finish(walk, row)
}

/**
 * Whether the object stays when the resource is deleted: an abandoned stack, an external resource, or `deletion_policy: Retain`.
 */
const isKept = (walk: Walk, row: Resource): boolean => {
  const { deletionPolicy, externalId } = JSON.parse(row.definition)
  return (
    walk.wish.abandon === true ||
    typeof externalId === 'string' ||
    String(deletionPolicy).toLowerCase() === 'retain'
  )
}

const savedKey = 'heat:saved'

interface Saved {
  /** The traversal that the snapshot was made in. A later traversal makes a new one, since the object may have changed. */
  readonly traversal: string
  readonly data: Readonly<Record<string, string>>
}

const savedOf = (row: Resource): Saved | undefined => {
  const kept: unknown = JSON.parse(row.data)[savedKey]
  return typeof kept === 'string' ? JSON.parse(kept) : undefined
}

/**
 * Makes a snapshot of an object with `deletion_policy: Snapshot` before its deletion; false until that is complete. The row
 * records that it was begun, since it may take many walks, which must not each begin one.
 */
const saveBeforeDeletion = async (
  walk: Walk,
  type: ResourceType,
  row: Resource,
  standing: Parameters<ResourceType['delete']>[0],
): Promise<boolean> => {
  const policy = String(JSON.parse(row.definition).deletionPolicy).toLowerCase()
  if (type.snapshot === undefined || policy !== 'snapshot') return true
  const { traversal } = walk.stack
  const before = savedOf(row)
  const saved = before?.traversal === traversal ? before : { traversal, data: await type.snapshot(standing) }
  if (saved !== before)
    await writeRow(walk, row, {
      data: JSON.stringify({ ...JSON.parse(row.data), [savedKey]: JSON.stringify(saved) }),
    })
  const isDone = type.isSnapshotted?.bind(type)
  return isDone === undefined || waitFor(walk, () => withRetries(walk, () => isDone(standing, saved.data)))
}

/** Deletes a resource according to its deletion policy. */
export const takeAway = async (walk: Walk, given: Resource): Promise<NodeOutcome> => {
  const row = walk.rows.get(given.id)
  if (!row) return 'done'
  try {
    const type = await formerTypeOf(walk, row)
    const isBegun =
      row.action === 'DELETE' && row.status === 'IN_PROGRESS' && row.traversal === walk.stack.traversal
    if (isKept(walk, row) && !(type.childStack && walk.wish.abandon)) return await keep(walk, type, row)
    if (
      !isBegun &&
      row.traversal === walk.stack.traversal &&
      row.action === 'DELETE' &&
      row.status === 'FAILED'
    )
      return { failed: row.status_reason }
    const begun = isBegun
      ? row
      : await settle(
          walk,
          row,
          { action: 'DELETE', status: 'IN_PROGRESS' },
          { traversal: walk.stack.traversal },
        )
    if (!(await passHook(walk, begun, 'pre-delete'))) return 'waiting'
    if (type.childStack) return await takeChild(walk, begun)
    const known = mayExist(begun) ? await findOut(walk, type, begun) : begun
    if (known.physical_id === null) return await finish(walk, known)
    const standing = await standingOf(walk, type, known, { isRepeat: isBegun })
    const isFirst = known.asked === 0
    if (isFirst) {
      if (!(await saveBeforeDeletion(walk, type, known, standing))) return 'waiting'
      // A 404 is success: somebody else, or this step before a crash, has deleted the object.
      await withRetries(walk, () => unlessNotFound(type.delete(standing)))
      await writeRow(walk, known, { asked: 1 })
    }
    const look = () => withRetries(walk, () => isGone(type, standing))
    if (!(await waitFor(walk, look, isFirst ? `${type.type} DELETE` : undefined))) return 'waiting'
    return await finish(walk, known)
  } catch (error) {
    const reason = failureOf(row.name, error)
    const now = walk.rows.get(row.id) ?? row
    await settle(
      walk,
      now,
      { action: 'DELETE', status: 'FAILED', reason },
      { traversal: walk.stack.traversal },
    )
    return { failed: reason }
  }
}
