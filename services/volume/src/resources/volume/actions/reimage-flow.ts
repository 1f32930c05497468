import { flow } from '@nimbo/durable/flow'
import { step } from '@nimbo/durable/step'
import { timestamp } from '@nimbo/kernel/clock'
import { changeVolume, findVolume } from '../../../db/volumes.ts'
import type { Encryption } from '../../../domain/encryption.ts'
import { type ChangedKeys, changeKey, dropUnusedKey } from '../../../flows/change-key.ts'
import type { FlowDeps } from '../../../flows/flow-deps.ts'
import { isOutage } from '../../../flows/is-outage.ts'
import { notifyServersOf } from '../../../flows/notify-servers.ts'

export interface ReimageVolume {
  readonly volumeId: string
  readonly host: string
  readonly sizeGb: number
  readonly imageId: string
  readonly format: string
  readonly imageMetadata: Readonly<Record<string, string>>
  /** The status before the work, to which the volume returns. */
  readonly status: 'available' | 'reserved'
  /** The encryption of the volume, if the image has to be encrypted. */
  readonly lock?: Encryption & { readonly keyId: string }
  /** The keys of a volume that is given an image which is encrypted already. */
  readonly keys?: ChangedKeys
}

const replaceContent = step<ReimageVolume, FlowDeps>()({
  name: 'replace-content',
  waitsOut: isOutage,
  run: async (ctx, { volumeId, host, sizeGb, imageId, format, lock }, { hosts }) => {
    const content = { from: 'image' as const, imageId, format }
    const maker = hosts.on(host)
    if (lock) await maker.createLockedVolume(ctx, { volumeId, sizeGb, content, lock: { ...lock } })
    else await maker.createVolume(ctx, { volumeId, sizeGb, content })
  },
  nothingToUndo: 'the user asked to overwrite the previous content',
})

const takeKey = step<ReimageVolume, FlowDeps>()({
  name: 'take-key',
  waitsOut: isOutage,
  run: (ctx, { volumeId, keys }, deps) => changeKey(deps, ctx, volumeId, keys),
  nothingToUndo: 'the content of the volume is encrypted with this key',
})

/**
 * From `downloading` to the previous status, with the content of the image; or to `error`. Nova gets an external event for its
 * servers in either case.
 */
export const reimageVolumeFlow = flow<ReimageVolume>('reimage-volume')
  .step(replaceContent)
  .step(takeKey)
  .onDone<FlowDeps>(async (ctx, { volumeId, status, imageMetadata }, deps) => {
    const { db, clock } = deps
    const changed = { status, bootable: 1, image_metadata: JSON.stringify(imageMetadata) }
    await changeVolume(db, volumeId, ['downloading'], changed, timestamp(clock))
    await notifyServersOf(deps, ctx, 'volume-reimaged', await findVolume(db, volumeId, undefined))
  })
  .onFailed<FlowDeps>(async (ctx, { volumeId, keys }, _, deps) => {
    const { db, clock } = deps
    await dropUnusedKey(deps, ctx, volumeId, keys)
    await changeVolume(db, volumeId, ['downloading'], { status: 'error' }, timestamp(clock))
    const volume = await findVolume(db, volumeId, undefined)
    await notifyServersOf(deps, ctx, 'volume-reimaged', volume, 'failed')
  })
