import { blockDevices } from '../../../db/servers/block-devices.ts'
import type { Consequences } from './consequences.ts'
import { diskIn, volumeTold } from './disk-in.ts'

export const detachVolume: Consequences<'detach-volume'> = {
  told: volumeTold,
  record: async (trx, about, { clock }) => {
    const disk = diskIn(about)
    if (disk !== undefined) await blockDevices(trx, clock).remove(disk.id)
  },
}
