import { flow } from '@nimbo/durable/flow'
import { withdrawRequestFlow } from '../../domain/flow-kinds.ts'
import type { WithdrawRequest } from '../../domain/server-actions/operations.ts'
import { withdraw } from './withdraw.ts'

/** Removes what a request created in another service if its process died before it recorded the purpose. */
export const withdrawRequest = flow<WithdrawRequest>(withdrawRequestFlow.name, {
  deadlineMs: withdrawRequestFlow.deadlineMs,
}).step(withdraw)
