import { flow } from '@nimbo/durable/flow'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import { changeVolume } from '../../../db/volumes.ts'
import type { FlowDeps } from '../../../flows/flow-deps.ts'
import { isOutage } from '../../../flows/is-outage.ts'
import { tellOwner } from '../../../flows/tell-owner.ts'

export interface UploadImage {
  readonly volumeId: string
  readonly host: string
  readonly imageId: string
  /** What the volume was before, and is again afterwards. */
  readonly status: 'available' | 'in-use'
}

const sendContent = step<UploadImage, FlowDeps>()({
  name: 'send-content',
  waitsOut: isOutage,
  run: async (ctx, { volumeId, imageId, host }, { hosts, images }) => {
    // The bytes may have come though nobody could say so: an image has them once.
    const image = await images.show(ctx, imageId)
    if (image?.status !== 'active') await hosts.on(host).uploadVolume(ctx, { volumeId, imageId })
  },
  undo: (ctx, { imageId }, { images }) => images.remove(ctx, imageId),
})

/** From `uploading` to what the volume was; an image that did not get its bytes is gone. */
export const uploadImageFlow = flow<UploadImage>('upload-image')
  .step(sendContent)
  .onDone<FlowDeps>((_, { volumeId, status }, { db, clock }) =>
    changeVolume(db, volumeId, ['uploading'], { status }, timestamp(clock)),
  )
  .onFailed<FlowDeps>((ctx, { volumeId, status }, error, deps) => {
    const { db, clock, notices } = deps
    return notices.together(db, async (trx) => {
      if (await changeVolume(trx, volumeId, ['uploading'], { status }, timestamp(clock)))
        await tellOwner(deps, trx, ctx, volumeId, { action: 'upload', error, usual: 'notUploaded' })
    })
  })
