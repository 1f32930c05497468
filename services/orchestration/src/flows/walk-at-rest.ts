import { isRemote } from '@nimbo/operation/client/remote-fault'
import type { Resource } from '../db/resources.ts'
import type { SnapshotPart } from '../db/snapshots.ts'
import { findNestedStack } from '../db/stacks.ts'
import { typeBehind } from '../language/registry.ts'
import type { ResourceType } from '../resource-type/resource-type.ts'
import { askChild } from './children.ts'
import { changeData, standingOf, writeRow } from './handling.ts'
import { withRetries, waitFor } from './retry.ts'
import { type GraphNode, type GraphResult, type NodeOutcome, runGraph } from './run-graph.ts'
import { failureOf, settle } from './settle-resource.ts'
import { typeOfRow, type Walk } from './walk.ts'

type Rest = 'SUSPEND' | 'RESUME' | 'CHECK' | 'SNAPSHOT'

/** Performs the action on a nested stack; true when it is complete. */
const restChild = async (walk: Walk, row: Resource, action: Rest): Promise<boolean> => {
  const id = row.physical_id ?? ''
  if (row.asked === 0) {
    if (!(await waitFor(walk, () => askChild(walk, id, action)))) return false
    await writeRow(walk, row, { asked: 1 })
  }
  return waitFor(walk, async () => {
    const child = await findNestedStack(walk.deps.db, walk.stack.id, id)
    if (child?.status === 'FAILED') throw new Error(child.status_reason)
    return child?.status !== 'IN_PROGRESS'
  })
}

const isThere = async (walk: Walk, type: ResourceType, row: Resource): Promise<void> => {
  const standing = await standingOf(walk, type, row)
  if (type.check) return type.check(standing)
  try {
    await type.show?.(standing)
  } catch (error) {
    if (isRemote(error, 404)) throw new Error(`${row.type} ${row.physical_id ?? ''} is not there any more`)
    throw error
  }
}

/** Starts an action by `ask` once, and then polls `isDone`. */
const twoMoves = async (
  walk: Walk,
  row: Resource,
  ask: (() => Promise<unknown>) | undefined,
  isDone: (() => Promise<boolean>) | undefined,
): Promise<boolean> => {
  if (row.asked === 0) {
    await withRetries(walk, async () => ask?.())
    await writeRow(walk, row, { asked: 1 })
  }
  return isDone === undefined || waitFor(walk, () => withRetries(walk, isDone))
}

/** `isRepeat` when an earlier run may have begun the action. */
const act = async (
  walk: Walk,
  type: ResourceType,
  row: Resource,
  { action, isRepeat }: { readonly action: Rest; readonly isRepeat: boolean },
): Promise<boolean> => {
  // A snapshot is of the stack alone, as in Heat: its template restores nested stacks, but nothing would restore their parts.
  if (type.childStack) return action === 'SNAPSHOT' || restChild(walk, row, action)
  const standing = await standingOf(walk, type, row)
  switch (action) {
    case 'SUSPEND': {
      const isDone = type.isSuspended?.bind(type)
      return twoMoves(
        walk,
        row,
        () => Promise.resolve(type.suspend?.(standing)),
        isDone && (() => isDone(standing)),
      )
    }
    case 'RESUME': {
      const isDone = type.isResumed?.bind(type)
      return twoMoves(
        walk,
        row,
        () => Promise.resolve(type.resume?.(standing)),
        isDone && (() => isDone(standing)),
      )
    }
    case 'CHECK':
      await withRetries(walk, () => isThere(walk, type, row))
      return true
    case 'SNAPSHOT':
      return snapshot(walk, type, row, isRepeat)
  }
}

const snapshotKey = 'heat:snapshot'

/** The part of a snapshot of the stack that a type has made of its resource, in this traversal. */
interface Part {
  readonly traversal: string
  readonly data: Readonly<Record<string, string>>
}

const partOf = ({ stack }: Walk, row: Resource): Part['data'] | undefined => {
  const kept: unknown = JSON.parse(row.data)[snapshotKey]
  const part: Part | undefined = typeof kept === 'string' ? JSON.parse(kept) : undefined
  return part?.traversal === stack.traversal ? part.data : undefined
}

/** The data of a resource's snapshot is stored in its row until the snapshot of the stack takes it over. */
const snapshot = async (
  walk: Walk,
  type: ResourceType,
  row: Resource,
  isRepeat: boolean,
): Promise<boolean> => {
  const standing = await standingOf(walk, type, row)
  let data = partOf(walk, row) ?? {}
  if (row.asked === 0 && type.snapshot) {
    data = await withRetries(walk, async (again) => {
      const attempt = { ...standing.attempt, isRepeat: isRepeat || again }
      return (await type.snapshot?.({ ...standing, attempt })) ?? {}
    })
    const part: Part = { traversal: walk.stack.traversal, data }
    await changeData(walk, row, (kept) => ({ ...kept, [snapshotKey]: JSON.stringify(part) }), { asked: 1 })
  }
  const isDone = type.isSnapshotted?.bind(type)
  return isDone === undefined || waitFor(walk, () => isDone(standing, data))
}

/** The content of the stack's snapshot, as far as this traversal has made it, by resource name. */
export const snapshotParts = (walk: Walk): Readonly<Record<string, SnapshotPart>> =>
  Object.fromEntries(
    [...walk.rows.values()]
      .filter(({ replaced_by }) => replaced_by === null)
      .map((row) => {
        const { [snapshotKey]: _, ...data } = JSON.parse(row.data)
        const type = typeBehind(walk.blueprint.environment.registry, row.type, row.name)
        return [row.name, { row: row.physical_id, type, data, snapshot: partOf(walk, row) ?? {} }]
      }),
  )

/** Has resource types delete their parts of a snapshot. */
export const dropSnapshotParts = async (
  walk: Walk,
  parts: Readonly<Record<string, SnapshotPart>>,
): Promise<void> => {
  for (const { type, snapshot: data } of Object.values(parts))
    await walk.deps.types.get(type)?.deleteSnapshot?.(walk, data)
}

const rest = async (walk: Walk, id: string, action: Rest): Promise<NodeOutcome> => {
  const row = walk.rows.get(id)
  if (!row || row.physical_id === null) return 'done'
  const isOurs = row.traversal === walk.stack.traversal && row.action === action
  if (isOurs && row.status === 'COMPLETE') return 'done'
  if (isOurs && row.status === 'FAILED') return { failed: row.status_reason }
  try {
    const type = typeOfRow(walk, row)
    const begun = isOurs
      ? row
      : await settle(walk, row, { action, status: 'IN_PROGRESS' }, { traversal: walk.stack.traversal })
    if (!(await act(walk, type, begun, { action, isRepeat: isOurs }))) return 'waiting'
    await settle(walk, walk.rows.get(id) ?? begun, { action, status: 'COMPLETE' })
    return 'done'
  } catch (error) {
    const reason = failureOf(row.name, error)
    await settle(walk, walk.rows.get(id) ?? row, { action, status: 'FAILED', reason })
    return { failed: reason }
  }
}

/**
 * Performs one action on all resources: SUSPEND processes dependents first, RESUME and SNAPSHOT dependencies first, CHECK has no
 * order and continues after failures.
 */
export const walkAtRest = (walk: Walk, action: Rest): Promise<GraphResult> => {
  const rows = [...walk.rows.values()].filter(({ replaced_by }) => replaced_by === null)
  const ids = new Map(rows.map(({ name, id }) => [name, id]))
  const needs = new Map<string, string[]>(rows.map(({ id }) => [id, []]))
  for (const row of action === 'CHECK' ? [] : rows)
    for (const name of JSON.parse(row.requires)) {
      const other = ids.get(name)
      if (other === undefined) continue
      const [from, to] = action === 'SUSPEND' ? [other, row.id] : [row.id, other]
      needs.get(from)?.push(to)
    }
  const nodes = rows.map(
    ({ id }): GraphNode => ({ key: id, needs: needs.get(id) ?? [], run: () => rest(walk, id, action) }),
  )
  const { resources_at_once: atOnce } = walk.deps.config.DEFAULT
  return runGraph(nodes, { atOnce, goesOn: action === 'CHECK', ending: walk.ending })
}
