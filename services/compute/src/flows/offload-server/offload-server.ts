import { flow } from '@nimbo/durable/flow'
import { offloadServerFlow } from '../../domain/flow-kinds.ts'
import type { OffloadServer } from '../../domain/server-actions/operations.ts'
import { endOnHost } from './end-on-host.ts'
import { letGo } from './let-go.ts'
import { recordNotOffloaded } from './record-not-offloaded.ts'
import { recordOffloaded } from './record-offloaded.ts'

/** Removes a shelved server from its host, where it uses no resources any more. */
export const offloadServer = flow<OffloadServer>(offloadServerFlow.name, {
  deadlineMs: offloadServerFlow.deadlineMs,
})
  .step(endOnHost)
  .step(letGo)
  .onDone(recordOffloaded)
  .onFailed(recordNotOffloaded)
