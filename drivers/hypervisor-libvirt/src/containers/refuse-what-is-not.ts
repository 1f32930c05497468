import type { SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import { errors } from './errors.ts'

/** Throws `NotForContainers` for an order with parts that only virtual machines can have. */
export const refuseWhatIsNot = (order: SpawnOrder): void => {
  const wanted: readonly (readonly [what: string, wanted: boolean])[] = [
    ['volumes', order.rootDisk.from === 'volume' || order.volumes.length > 0],
    ['ephemeral and swap disks', order.localDisks.length > 0],
    ['config drives', order.configDrivePath !== undefined],
    ['devices of the host', [order.pciDevices ?? [], order.mediatedDevices ?? []].flat().length > 0],
    ['SR-IOV ports', order.vifs.some(({ pciSlot }) => pciSlot !== undefined)],
  ]
  const refused = wanted.find(([, isWanted]) => isWanted)
  if (refused !== undefined) throw errors.NotForContainers({ what: refused[0] })
}
