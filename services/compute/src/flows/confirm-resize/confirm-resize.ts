import { flow } from '@nimbo/durable/flow'
import { confirmResizeFlow } from '../../domain/flow-kinds.ts'
import type { EndResize } from '../../domain/server-actions/operations.ts'
import { forgetSource } from './forget-source.ts'
import { recordConfirmed } from './record-confirmed.ts'
import { recordUnconfirmed } from './record-unconfirmed.ts'
import { releaseOldClaim } from './release-old-claim.ts'

/** A server stays what a resize or a migration has made of it: nothing is left of what it was. */
export const confirmResize = flow<EndResize>(confirmResizeFlow.name, {
  deadlineMs: confirmResizeFlow.deadlineMs,
})
  .step(forgetSource)
  .step(releaseOldClaim)
  .onDone(recordConfirmed)
  .onFailed(recordUnconfirmed)
