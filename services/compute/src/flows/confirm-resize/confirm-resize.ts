import { flow } from '@nimbo/durable/flow'
import { confirmResizeFlow } from '../../domain/flow-kinds.ts'
import type { EndResize } from '../../domain/server-actions/operations.ts'
import { forgetSource } from './forget-source.ts'
import { recordConfirmed } from './record-confirmed.ts'
import { recordUnconfirmed } from './record-unconfirmed.ts'
import { releaseOldClaim } from './release-old-claim.ts'

/** Confirms a resize or migration: removes what is left of the server on its old host. */
export const confirmResize = flow<EndResize>(confirmResizeFlow.name, {
  deadlineMs: confirmResizeFlow.deadlineMs,
})
  .step(forgetSource)
  .step(releaseOldClaim)
  .onDone(recordConfirmed)
  .onFailed(recordUnconfirmed)
