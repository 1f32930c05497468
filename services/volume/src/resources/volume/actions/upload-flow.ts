import { flow } from '@nimbo/durable/flow'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import { changeVolume } from '../../../db/volumes.ts'
import type { FlowDeps } from '../../../flows/flow-deps.ts'
import { isOutage } from '../../../flows/is-outage.ts'
import { messageOwner } from '../../../flows/message-owner.ts'

export interface UploadImage {
  readonly volumeId: string
  readonly host: string
  readonly imageId: string
  /** The status before, which the volume returns to. */
  readonly status: 'available' | 'in-use'
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

/** From `uploading` to the previous status; removes the image if its upload failed. */
export const uploadImageFlow = flow<UploadImage>('upload-image')
  .step(sendContent)
  .onDone<FlowDeps>((_, { volumeId, status }, { db, clock }) =>
    changeVolume(db, volumeId, ['uploading'], { status }, timestamp(clock)),
  )
  .onFailed<FlowDeps>((ctx, { volumeId, status }, error, deps) => {
    const { db, clock, notices } = deps
    return notices.together(db, async (trx) => {
      if (await changeVolume(trx, volumeId, ['uploading'], { status }, timestamp(clock)))
        await messageOwner(deps, trx, ctx, volumeId, { action: 'upload', error, usual: 'notUploaded' })
    })
  })
