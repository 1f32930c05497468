import { flow } from '@nimbo/durable/flow'
import { unshelveServerFlow } from '../../domain/flow-kinds.ts'
import type { UnshelveServer } from '../../domain/server-actions/operations.ts'
import { unshelvePart } from '../moves/move-parts.ts'
import { makeAnew } from '../place-server/make-anew.ts'
import { putOnHost } from '../place-server/put-on-host.ts'
import { chooseDestination } from '../resize-server/choose-destination.ts'
import { recordNotUnshelved } from './record-not-unshelved.ts'
import { recordUnshelved } from './record-unshelved.ts'

/** Creates a shelved offloaded server on a new host, from the image that shelving made. */
export const unshelveServer = flow<UnshelveServer>(unshelveServerFlow.name, {
  deadlineMs: unshelveServerFlow.deadlineMs,
})
  .step(chooseDestination)
  .step(putOnHost<UnshelveServer>({ from: ['unshelving', 'spawning'], to: 'spawning' }))
  .step(makeAnew(() => unshelvePart))
  .onDone(recordUnshelved)
  .onFailed(recordNotUnshelved)
