import { timestamp } from '@nimbo/kernel/clock'
import { addResourceEvent } from '../../db/events.ts'
import { changeResource, type Resource } from '../../db/resources.ts'
import type { Stack } from '../../db/stacks.ts'
import { errors } from '../../errors.ts'
import type { HeatApp } from '../app.ts'

/** Marks a resource as unhealthy (CHECK_FAILED), so that the next update replaces it, or reverts that. */
export const markUnhealthy =
  (app: HeatApp) =>
  async (stack: Stack, row: Resource, isUnhealthy: boolean, reason: string): Promise<void> => {
    if (row.status === 'IN_PROGRESS' || stack.status === 'IN_PROGRESS')
      throw errors.ActionInProgress({ name: stack.name, action: stack.action })
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
      await changeResource(trx, row.id, {
        action: state.action,
        status: state.status,
        status_reason: state.reason,
        updated_at: at,
        ...healed,
      })
      await addResourceEvent(trx, stack.root_id, row, state, at)
    })
  }
