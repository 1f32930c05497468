import { blockDevices } from '../../../db/servers/block-devices.ts'
import { releaseVolumes } from '../../../resources/release-volumes.ts'
import type { Consequences } from './consequences.ts'
import { diskIn, attachedVolumePayload } from './disk-in.ts'

export const attachVolume: Consequences<'attach-volume'> = {
  takenBackBy: ({ attachmentId }) => ({ kind: 'detach-volume', attachmentId }),
  payload: attachedVolumePayload,
  // The next host will connect it; until then the volume is reserved for the server.
  withoutHost: (ctx, { order }, { volume }) => volume.completeAttachment(ctx, order.attachmentId),
  record: async (trx, about, { clock }) => {
    const disk = diskIn(about)
    const { disk: attached } = about.operated
    if (disk === undefined || attached === undefined) return
    await blockDevices(trx, clock).update(disk.id, {
      device_name: attached.device,
      connection_info: JSON.stringify(attached.connectionInfo),
    })
  },
  giveBack: async (ctx, about, deps) => {
    const volumeId = diskIn(about)?.volumeId
    if (volumeId === undefined) return
    await releaseVolumes(deps, ctx, about.record.server.id, [{ volumeId, deleteOnTermination: false }])
  },
  forget: async (trx, about, { clock }) => {
    const disk = diskIn(about)
    if (disk?.volumeId !== undefined) await blockDevices(trx, clock).remove(disk.id)
  },
}
