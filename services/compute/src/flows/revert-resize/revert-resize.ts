import { flow } from '@nimbo/durable/flow'
import { revertResizeFlow } from '../../domain/flow-kinds.ts'
import type { EndResize } from '../../domain/server-actions/operations.ts'
import { leaveDestination } from './leave-destination.ts'
import { recordReverted } from './record-reverted.ts'
import { recordUnreverted } from './record-unreverted.ts'
import { returnToSource } from './return-to-source.ts'
import { takeOldClaim } from './take-old-claim.ts'

/** Reverts a resize or migration; what the guest wrote since the move is lost. */
export const revertResize = flow<EndResize>(revertResizeFlow.name, {
  deadlineMs: revertResizeFlow.deadlineMs,
})
  .step(leaveDestination)
  .step(returnToSource)
  .step(takeOldClaim)
  .onDone(recordReverted)
  .onFailed(recordUnreverted)
