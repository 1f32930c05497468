import { inTransaction } from '@nimbo/db/in-transaction'
import { flow } from '@nimbo/durable/flow'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import { changeVolume } from '../../../db/volumes.ts'
import type { FlowDeps } from '../../../flows/flow-deps.ts'
import { isOutage } from '../../../flows/is-outage.ts'
import { messageOwner } from '../../../flows/message-owner.ts'
import { statusAfterWork } from '../../../flows/status-after-work.ts'

export interface UploadImage {
  readonly volumeId: string
  readonly host: string
  readonly imageId: string
}

const sendContent = step<UploadImage, FlowDeps>()({
  name: 'send-content',
  waitsOut: isOutage,
  run: async (ctx, { volumeId, imageId, host }, { hosts, images }) => {
    // An earlier attempt may have completed without its reply arriving; an active image cannot be uploaded again.
    const image = await images.show(ctx, imageId)
    if (image?.status !== 'active') await hosts.on(host).uploadVolume(ctx, { volumeId, imageId })
  },
  undo: (ctx, { imageId }, { images }) => images.remove(ctx, imageId),
})

/** Ends the status `uploading`; false if the volume has another status. */
const release = async (trx: FlowDeps['db'], volumeId: string, now: string): Promise<boolean> =>
  changeVolume(trx, volumeId, ['uploading'], { status: await statusAfterWork(trx, volumeId) }, now)

/** Takes a volume from `uploading` to its previous status; removes the image if its upload failed. */
export const uploadImageFlow = flow<UploadImage>('upload-image')
  .step(sendContent)
  .onDone<FlowDeps>((_, { volumeId }, { db, clock }) =>
    inTransaction(db, (trx) => release(trx, volumeId, timestamp(clock))),
  )
  .onFailed<FlowDeps>((ctx, { volumeId }, error, deps) => {
    const { db, clock } = deps
    return inTransaction(db, async (trx) => {
      if (await release(trx, volumeId, timestamp(clock)))
        await messageOwner(deps, trx, ctx, volumeId, { action: 'upload', error, usual: 'notUploaded' })
    })
  })
