import { flow } from '@nimbo/durable/flow'
import { resizeServerFlow } from '../../domain/flow-kinds.ts'
import type { ResizeServer } from '../../domain/server-actions/operations.ts'
import { coldMigratePart } from '../moves/move-parts.ts'
import { chooseDestination } from './choose-destination.ts'
import { holdOldClaim } from './hold-old-claim.ts'
import { leaveSource } from './leave-source.ts'
import { prepareDestination } from './prepare-destination.ts'
import { recordNotResized } from './record-not-resized.ts'
import { recordResized } from './record-resized.ts'
import { settle } from './settle.ts'

/** Resize or cold migration: afterwards the server waits for confirmation, or is as before. */
export const resizeServer = flow<ResizeServer>(resizeServerFlow.name, {
  deadlineMs: resizeServerFlow.deadlineMs,
})
  .step(holdOldClaim(coldMigratePart))
  .step(chooseDestination)
  .step(prepareDestination)
  .step(leaveSource)
  .step(settle)
  .onDone(recordResized)
  .onFailed(recordNotResized)
