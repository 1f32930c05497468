import { inTransaction } from '@nimbo/db/in-transaction'
import { flow } from '@nimbo/durable/flow'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import { changeVolume, findVolume } from '../db/volumes.ts'
import type { FlowDeps } from './flow-deps.ts'
import { isOutage } from './is-outage.ts'
import { messageOwner } from './message-owner.ts'
import { notifyServersOf } from './notify-servers.ts'
import { statusAfterWork } from './status-after-work.ts'

export interface ExtendVolume {
  readonly volumeId: string
  readonly host: string
  readonly sizeGb: number
}

const growContent = step<ExtendVolume, FlowDeps>()({
  name: 'grow-content',
  waitsOut: isOutage,
  run: async (ctx, { volumeId, sizeGb, host }, { hosts }) => {
    await hosts.on(host).extendVolume(ctx, { volumeId, sizeGb })
  },
  nothingToUndo: 'a volume never shrinks; the next extension starts from the recorded size',
})

/** Takes a volume from `extending` to its larger size, or to `error_extending` with its old size. */
export const extendVolumeFlow = flow<ExtendVolume>('extend-volume')
  .step(growContent)
  .onDone<FlowDeps>(async (ctx, { volumeId, sizeGb }, deps) => {
    const { db, clock, notices } = deps
    await inTransaction(db, async (trx) => {
      const status = await statusAfterWork(trx, volumeId)
      const grown = { status, size: sizeGb, growing_by: 0 }
      if (await changeVolume(trx, volumeId, ['extending'], grown, timestamp(clock)))
        await notices.volume(trx, ctx, 'resize', 'end', volumeId)
    })
    // Compute reads the size of the volume when it receives the event, so the event is sent after the size is recorded.
    await notifyServersOf(deps, ctx, 'volume-extended', await findVolume(db, volumeId, undefined))
  })
  .onFailed<FlowDeps>((ctx, { volumeId }, error, deps) => {
    const { db, clock, notices } = deps
    return notices.together(db, async (trx) => {
      const failed = { status: 'error_extending', growing_by: 0 }
      if (await changeVolume(trx, volumeId, ['extending'], failed, timestamp(clock)))
        await messageOwner(deps, trx, ctx, volumeId, { action: 'extend', error, usual: 'notExtended' })
    })
  })
