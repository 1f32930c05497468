import { timestamp } from '@nimbo/kernel/clock'
import { addResourceEvent } from '../db/events.ts'
import { findResource, type Resource } from '../db/resources.ts'
import { hookState, withHook } from '../domain/hooks.ts'
import { hooksOf } from '../language/registry.ts'
import { changeData, noteRow } from './handling.ts'
import { waitFor } from './retry.ts'
import type { Walk } from './walk.ts'

type Hook = 'pre-create' | 'pre-update' | 'pre-delete' | 'post-create' | 'post-update' | 'post-delete'

/** Whether the environment defines this hook for a resource. */
export const hasHook = (walk: Walk, name: string, hook: Hook): boolean =>
  hooksOf(walk.blueprint.environment.registry, name).includes(hook)

/**
 * Waits at a hook of the environment until a signal clears it; true when the resource may continue, false when it is still
 * waiting. The resource keeps its state meanwhile: a creation or an update has not begun yet.
 */
export const passHook = async (walk: Walk, row: Resource, hook: Hook): Promise<boolean> => {
  if (!hasHook(walk, row.name, hook)) return true
  const { traversal } = walk.stack
  const now = walk.rows.get(row.id) ?? row
  const state = hookState(now, hook, traversal)
  if (state === 'passed') return true
  if (state === undefined) {
    const reason = `${hook.replace(/^.*-/, '').toUpperCase()} paused until Hook ${hook} is cleared`
    const at = timestamp(walk.deps.clock)
    const { action, status } = now
    // The row is written before the event: a client that reads the event may clear the hook at once.
    await changeData(walk, now, (data) =>
      JSON.parse(withHook({ data: JSON.stringify(data) }, hook, traversal, 'waits')),
    )
    await addResourceEvent(walk.deps.db, walk.stack.root_id, now, { action, status, reason }, at)
  }
  return waitFor(walk, async () => {
    const fresh = await findResource(walk.deps.db, row.id)
    if (fresh) noteRow(walk, fresh, {})
    return fresh !== undefined && hookState(fresh, hook, traversal) === 'passed'
  })
}
