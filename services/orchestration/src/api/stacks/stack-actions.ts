import * as operations from '@nimbo/contracts/orchestration/stack-actions'
import { askStack } from '../../app/stacks/ask-stack.ts'
import { stopStack } from '../../app/stacks/stop-stack.ts'
import { errors } from '../../errors.ts'
import { handle } from '../handle.ts'
import { livingStackOf } from '../project.ts'

const suspend = handle(operations.suspendStack, async (call) => {
  const stack = await livingStackOf(call)
  if (stack.action === 'SUSPEND' && stack.status === 'COMPLETE') return
  await askStack(call.app, call.ctx, stack, { action: 'SUSPEND' })
})

const resume = handle(operations.resumeStack, async (call) => {
  const stack = await livingStackOf(call)
  if (stack.action === 'RESUME' && stack.status === 'COMPLETE') return
  await askStack(call.app, call.ctx, stack, { action: 'RESUME' })
})

const check = handle(operations.checkStack, async (call) => {
  await askStack(call.app, call.ctx, await livingStackOf(call), { action: 'CHECK' })
})

const cancel = handle(operations.cancelUpdate, async (call) => {
  const stack = await livingStackOf(call)
  if (stack.action !== 'UPDATE' || stack.status !== 'IN_PROGRESS' || stack.previous_template_id === null)
    throw errors.NotSupported({ feature: `Cancelling update when stack is ${stack.action}_${stack.status}` })
  await askStack(call.app, call.ctx, stack, {
    action: 'ROLLBACK',
    reason: 'Stack ROLLBACK started due to : the update was cancelled',
    change: { template_id: stack.previous_template_id },
  })
})

const stop = handle(operations.cancelWithoutRollback, async (call) => {
  const stack = await livingStackOf(call)
  if (!['UPDATE', 'CREATE'].includes(stack.action) || stack.status !== 'IN_PROGRESS')
    throw errors.NotSupported({
      feature: `Cancelling without rollback when stack is ${stack.action}_${stack.status}`,
    })
  await stopStack(call.app)(call.ctx, stack)
})

export const stackActions = [suspend, resume, check, cancel, stop]
