import { stackNotifications } from '@nimbo/contracts/orchestration/notifications/stacks'
import type { Context } from '@nimbo/kernel/context'
import type { Notifier } from '@nimbo/notifications/notifier'
import type { Db } from '../../db/db.ts'
import type { Stack } from '../../db/stacks.ts'
import { arnOf } from '../../domain/stack-identity.ts'

/** Emits notifications about stacks, in the transaction that changes them. */
export interface StackNotices {
  tell(trx: Db, ctx: Context, stack: Stack): Promise<void>
}

const phases = { IN_PROGRESS: 'start', COMPLETE: 'end', FAILED: 'error' } as const

/** There are no notifications of nested stacks. */
export const stackNotices = ({ tell }: Pick<Notifier, 'tell'>): StackNotices => ({
  tell: async (trx, ctx, stack) => {
    if (stack.parent_id !== null) return
    await tell(trx, ctx, stackNotifications[stack.action], {
      phase: phases[stack.status],
      resource: stack.id,
      payload: () => ({
        tenant_id: stack.project_id,
        user_id: stack.user_id,
        user_identity: stack.user_id,
        username: stack.user_name,
        stack_identity: arnOf(stack),
        stack_name: stack.name,
        state: `${stack.action}_${stack.status}`,
        state_reason: stack.status_reason,
        create_at: stack.created_at,
        updated_at: stack.updated_at,
        description: null,
        tags: JSON.parse(stack.tags),
      }),
    })
  },
})
