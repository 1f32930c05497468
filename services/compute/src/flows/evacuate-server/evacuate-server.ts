import { flow } from '@nimbo/durable/flow'
import { evacuateServerFlow } from '../../domain/flow-kinds.ts'
import type { EvacuateServer } from '../../domain/server-actions/operations.ts'
import { evacuatePart, rebuildServerPart } from '../moves/move-parts.ts'
import { makeAnew } from '../place-server/make-anew.ts'
import { putOnHost } from '../place-server/put-on-host.ts'
import { holdOldClaim } from '../resize-server/hold-old-claim.ts'
import { chooseNewHost } from './choose-new-host.ts'
import { recordEvacuated } from './record-evacuated.ts'
import { recordNotEvacuated } from './record-not-evacuated.ts'

/**
 * Creates a server of a failed host again on another, from its image or on its volumes. The failed host removes what it
 * has of the server when it is back.
 */
export const evacuateServer = flow<EvacuateServer>(evacuateServerFlow.name, {
  deadlineMs: evacuateServerFlow.deadlineMs,
})
  .step(holdOldClaim(rebuildServerPart))
  .step(chooseNewHost)
  .step(
    putOnHost<EvacuateServer>({
      from: ['rebuilding', 'rebuild_spawning'],
      to: 'rebuild_spawning',
      tellsOfRebuild: true,
    }),
  )
  .step(makeAnew(evacuatePart))
  .onDone(recordEvacuated)
  .onFailed(recordNotEvacuated)
