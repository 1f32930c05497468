import { flow } from '@nimbo/durable/flow'
import { withdrawRequestFlow } from '../../domain/flow-kinds.ts'
import type { WithdrawRequest } from '../../domain/server-actions/operations.ts'
import { withdraw } from './withdraw.ts'

/** Takes back what a request made in another service, when its process died before it recorded what for. */
export const withdrawRequest = flow<WithdrawRequest>(withdrawRequestFlow.name, {
  deadlineMs: withdrawRequestFlow.deadlineMs,
}).step(withdraw)
