import { timestamp } from '@nimbo/kernel/clock'
import { tellOfResource } from '../db/events.ts'
import { findResource, type Resource } from '../db/resources.ts'
import { hookState, withHook } from '../domain/hooks.ts'
import { hooksOf } from '../language/registry.ts'
import { noteRow, writeRow } from './handling.ts'
import { waitFor } from './patience.ts'
import type { Walk } from './walk.ts'

type Hook = 'pre-create' | 'pre-update' | 'pre-delete' | 'post-create' | 'post-update' | 'post-delete'

/** Stops at a moment that the environment names for a resource, until somebody signals it. True where it may go on. */
export const passHook = async (walk: Walk, row: Resource, hook: Hook): Promise<boolean> => {
  if (!hooksOf(walk.blueprint.environment.registry, row.name).includes(hook)) return true
  const now = walk.rows.get(row.id) ?? row
  if (hookState(now, hook) === 'passed') return true
  if (hookState(now, hook) === undefined) {
    const reason = `${row.action} paused until Hook ${hook} is cleared`
    const at = timestamp(walk.deps.clock)
    await tellOfResource(
      walk.deps.db,
      walk.stack.root_id,
      now,
      { action: row.action, status: row.status, reason },
      at,
    )
    await writeRow(walk, now, { data: withHook(now, hook, 'waits') })
  }
  return waitFor(walk, async () => {
    const fresh = await findResource(walk.deps.db, row.id)
    if (fresh) noteRow(walk, fresh, {})
    return fresh !== undefined && hookState(fresh, hook) === 'passed'
  })
}
