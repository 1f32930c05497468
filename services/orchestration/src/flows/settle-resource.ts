import { timestamp } from '@nimbo/kernel/clock'
import { messageOf } from '@nimbo/kernel/errors'
import { addResourceEvent } from '../db/events.ts'
import { changeResource, insertResource, type Resource } from '../db/resources.ts'
import type { ResourceAction, Status } from '../db/tables.ts'
import { noteRow } from './handling.ts'
import type { Walk } from './walk.ts'

interface State {
  readonly action: ResourceAction
  readonly status: Status
  readonly reason?: string
}

/** Writes the state of a resource with its event, and `more` of the row, in one transaction. */
export const settle = async (
  walk: Walk,
  row: Resource,
  { action, status, reason = 'state changed' }: State,
  more: Partial<Resource> = {},
): Promise<Resource> => {
  const at = timestamp(walk.deps.clock)
  const change: Partial<Resource> = {
    ...more,
    ...{ action, status, status_reason: reason, updated_at: at },
    ...(status === 'IN_PROGRESS' ? { started_at: at, asked: 0 } : {}),
  }
  await walk.deps.db.transaction().execute(async (trx) => {
    await changeResource(trx, row.id, change)
    await addResourceEvent(trx, walk.stack.root_id, { ...row, ...change }, { action, status, reason }, at)
  })
  return noteRow(walk, row, change)
}

/** Inserts the row of a new resource with its event; the row of a resource that it replaces is marked in the same transaction. */
export const beginResource = async (walk: Walk, row: Resource): Promise<Resource> => {
  await walk.deps.db.transaction().execute(async (trx) => {
    await insertResource(trx, row)
    if (row.replaces !== null) await changeResource(trx, row.replaces, { replaced_by: row.id })
    const { action, status, status_reason: reason } = row
    await addResourceEvent(trx, walk.stack.root_id, row, { action, status, reason }, row.created_at)
  })
  const replaced = row.replaces === null ? undefined : walk.rows.get(row.replaces)
  if (replaced) walk.rows.set(replaced.id, { ...replaced, replaced_by: row.id })
  walk.rows.set(row.id, row)
  return row
}

/** The reason of a failure with the path of the resource; parent stacks prefix theirs. */
export const failureOf = (name: string, error: unknown): string => {
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'Error'
  const message = messageOf(error)
  return message.startsWith('Property error') ? message : `${code}: resources.${name}: ${message}`
}
