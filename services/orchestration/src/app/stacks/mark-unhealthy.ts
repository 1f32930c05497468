import { timestamp } from '@nimbo/kernel/clock'
import { addResourceEvent } from '../../db/events.ts'
import { changeResourceAt, type Resource } from '../../db/resources.ts'
import { changeStack, type Stack } from '../../db/stacks.ts'
import { errors } from '../../errors.ts'
import type { HeatApp } from '../app.ts'

/**
 * Marks a resource as unhealthy (CHECK_FAILED), so that the next update replaces it, or reverts that. Throws `ActionInProgress` if
 * an action on the stack is in progress, or was requested since the stack and the resource were read.
 */
export const markUnhealthy =
  (app: Pick<HeatApp, 'db' | 'clock'>) =>
  async (stack: Stack, row: Resource, isUnhealthy: boolean, reason: string): Promise<void> => {
    const busy = () => errors.ActionInProgress({ name: stack.name, action: stack.action })
    if (row.status === 'IN_PROGRESS' || stack.status === 'IN_PROGRESS') throw busy()
    if (!isUnhealthy && !(row.action === 'CHECK' && row.status === 'FAILED')) return
    const at = timestamp(app.clock)
    const state = isUnhealthy
      ? ({
          action: 'CHECK',
          status: 'FAILED',
          reason: reason || 'state changed by resource_mark_unhealthy api',
        } as const)
      : ({
          action: 'CHECK',
          status: 'COMPLETE',
          reason: reason || 'state changed by resource_mark_unhealthy api',
        } as const)
    const { metadata = {} } = JSON.parse(row.definition)
    await app.db.transaction().execute(async (trx) => {
      const healed = isUnhealthy ? {} : { metadata: JSON.stringify(metadata) }
      const change = { action: state.action, status: state.status, status_reason: state.reason }
      // Writing the stack unchanged makes an action that is requested now wait until the resource is marked.
      const isAtRest = await changeStack(trx, stack, { status: stack.status })
      if (!isAtRest || !(await changeResourceAt(trx, row, { ...change, updated_at: at, ...healed })))
        throw busy()
      await addResourceEvent(trx, stack.root_id, row, state, at)
    })
  }
