import { timestamp } from '@nimbo/kernel/clock'
import type { Context } from '@nimbo/kernel/context'
import type { Stack } from '../../db/stacks.ts'
import type { Wish } from '../../domain/wish.ts'
import type { HeatApp } from '../app.ts'
import { askStack } from './ask-stack.ts'

/** Requests the deletion of a stack, which supersedes an action in progress. Idempotent while the deletion is in progress. */
export const deleteStack =
  (app: HeatApp) =>
  async (ctx: Context, stack: Stack, wish: Wish = {}): Promise<void> => {
    if (stack.action === 'DELETE' && stack.status === 'IN_PROGRESS') return
    await askStack(app, ctx, stack, { action: 'DELETE', wish, change: { updated_at: timestamp(app.clock) } })
  }
