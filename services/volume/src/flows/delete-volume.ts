import { inTransaction } from '@nimbo/db/in-transaction'
import { flow } from '@nimbo/durable/flow'
import { activeFlow } from '@nimbo/durable/flow-history'
import { cancelFlow } from '@nimbo/durable/flow-inbox'
import { retryIn } from '@nimbo/durable/park'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import { removeAttachmentsOf } from '../db/attachments.ts'
import { changeVolume, removeVolume } from '../db/volumes.ts'
import type { FlowDeps } from './flow-deps.ts'
import { isOutage } from './is-outage.ts'

export interface DeleteVolume {
  readonly volumeId: string
  /** `host@backend`; null when none was ever chosen, so that nothing is stored. */
  readonly host: string | null
}

/** Flows that may be at work on a volume that is deleted by force. */
const otherWork = ['create-volume', 'extend-volume']
const lookAgainMs = 500

const endOtherWork = step<DeleteVolume, FlowDeps>()({
  name: 'end-other-work',
  waitsOut: isOutage,
  run: async (_, { volumeId }, { db, clock }) => {
    for (const name of otherWork) {
      const ref = { name, subject: volumeId }
      if ((await activeFlow(db, ref)) === undefined) continue
      await cancelFlow(db, clock, ref, 'the volume is deleted')
      return retryIn(lookAgainMs)
    }
    return undefined
  },
  nothingToUndo: 'what was cancelled has undone itself',
})

const removeContent = step<DeleteVolume, FlowDeps>()({
  name: 'remove-content',
  waitsOut: isOutage,
  run: async (ctx, { volumeId, host }, { hosts }) => {
    if (host !== null) await hosts.on(host).deleteVolume(ctx, { volumeId })
  },
  nothingToUndo: 'what is deleted stays deleted; the volume ends in error_deleting',
})

/** From `deleting` to nothing at all, or to `error_deleting`. */
export const deleteVolumeFlow = flow<DeleteVolume>('delete-volume')
  .step(endOtherWork)
  .step(removeContent)
  .onDone<FlowDeps>((ctx, { volumeId }, { db, notices }) =>
    inTransaction(db, (trx) =>
      notices.removing(trx, ctx, volumeId, async () => {
        await removeAttachmentsOf(trx, volumeId)
        await removeVolume(trx, volumeId)
      }),
    ),
  )
  .onFailed<FlowDeps>((_, { volumeId }, __, { db, clock }) =>
    changeVolume(db, volumeId, ['deleting'], { status: 'error_deleting' }, timestamp(clock)),
  )
