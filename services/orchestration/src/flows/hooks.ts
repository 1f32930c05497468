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

const mark = async (walk: Walk, row: Resource, hook: Hook, state: 'waits' | 'passed'): Promise<void> => {
  await changeData(walk, row, (data) =>
    JSON.parse(withHook({ data: JSON.stringify(data) }, hook, walk.stack.traversal, state)),
  )
}

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
    await mark(walk, now, hook, 'waits')
    await addResourceEvent(walk.deps.db, walk.stack.root_id, now, { action, status, reason }, at)
  }
  return waitFor(walk, async () => {
    const fresh = await findResource(walk.deps.db, row.id)
    if (fresh) noteRow(walk, fresh, {})
    return fresh !== undefined && hookState(fresh, hook, traversal) === 'passed'
  })
}

const lastHooks = { CREATE: 'post-create', UPDATE: 'post-update' } as const

const lastHookOf = ({ action }: Resource): Hook | undefined =>
  action === 'CREATE' || action === 'UPDATE' ? lastHooks[action] : undefined

/** Waits at the hook after the creation or update of a resource that is now complete, like `passHook`. */
export const passLastHook = async (walk: Walk, row: Resource): Promise<boolean> => {
  const hook = lastHookOf(row)
  return hook === undefined || passHook(walk, row, hook)
}

/** Lets a resource that this action does not change pass the hook after the creation or update of an earlier action. */
export const skipLastHook = async (walk: Walk, row: Resource): Promise<void> => {
  const hook = lastHookOf(row)
  if (hook !== undefined && hasHook(walk, row.name, hook)) await mark(walk, row, hook, 'passed')
}
