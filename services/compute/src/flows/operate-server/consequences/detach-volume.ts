import { blockDevices } from '../../../db/servers/block-devices.ts'
import { releaseVolumes } from '../../../resources/release-volumes.ts'
import type { Consequences } from './consequences.ts'
import { diskIn, attachedVolumePayload } from './disk-in.ts'

export const detachVolume: Consequences<'detach-volume'> = {
  payload: attachedVolumePayload,
  withoutHost: async (ctx, about, deps) => {
    const volumeId = diskIn(about)?.volumeId
    if (volumeId === undefined) return
    await releaseVolumes(deps, ctx, about.record.server.id, [{ volumeId, deleteOnTermination: false }])
  },
  record: async (trx, about, { clock }) => {
    const disk = diskIn(about)
    if (disk !== undefined) await blockDevices(trx, clock).remove(disk.id)
  },
}
