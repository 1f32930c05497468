import { blockDevices } from '../../../db/servers/block-devices.ts'
import type { Consequences } from './consequences.ts'
import { diskIn } from './disk-in.ts'

export const extendVolume: Consequences<'extend-volume'> = {
  record: async (trx, about, { clock }) => {
    const disk = diskIn(about)
    if (disk !== undefined)
      await blockDevices(trx, clock).update(disk.id, { volume_size_gb: about.order.sizeGb })
  },
}
