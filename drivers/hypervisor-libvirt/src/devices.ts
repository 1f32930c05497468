import type { AttachesDevices, Vif } from '@nimbo/compute/driver/hypervisor'
import { userKey } from '@nimbo/ceph/user-key'
import { type GuestDisk, volumeDisk } from '@nimbo/local-guests/disk-layout'
import { changesDevices, type Finder, hasInterface } from './change-devices.ts'
import { diskElement } from './disk-xml.ts'
import { volumeSecrets } from './volume-secrets.ts'
import type { DriverDeps } from './driver-deps.ts'
import { ensureBridges } from './ensure-bridge.ts'
import { extendVolume } from './extend-volume.ts'
import { pciAddress } from './hostdev-xml.ts'
import { interfaceElement } from './interface-xml.ts'
import { copyVolume } from './copy-volume.ts'
import { swapVolume } from './swap-volume.ts'

const hasVolume =
  (volumeId: string): Finder =>
  (devices) =>
    devices.children('disk').some((disk) => disk.child('serial').text === volumeId)

/** Also matches by device name in the guest: a swapped volume keeps the serial number of the original. */
const hasVolumeAt =
  (disk: GuestDisk): Finder =>
  (devices) =>
    devices
      .children('disk')
      .some(
        (one) =>
          one.child('serial').text === disk.serial || one.child('target').attribute('dev') === disk.target,
      )

/** A whole card is a plain device of the host: the domain does not know its MAC address. */
const hasCard =
  (address: string): Finder =>
  (devices) =>
    devices.children('hostdev').some((one) => {
      const place = one.child('source').child('address')
      return Object.entries(pciAddress(address)).every(([name, value]) => place.attribute(name) === value)
    })

const hasVif = ({ type, macAddress, pciSlot }: Vif): Finder =>
  type === 'hostdev_physical' && pciSlot !== undefined ? hasCard(pciSlot) : hasInterface(macAddress)

/** The devices that guests are given and lose; each operation is idempotent. */
export const attachesDevices = (deps: DriverDeps): AttachesDevices => {
  const { attach, detach } = changesDevices(deps)
  const secrets = volumeSecrets(deps.session)

  return {
    attachVolume: (id, disk) =>
      attach(id, diskElement(volumeDisk(disk, 'scsi'), {}, deps.guests.disks), hasVolume(disk.volumeId)),
    detachVolume: async (id, disk) => {
      const leaving = volumeDisk(disk, 'scsi')
      await detach(id, diskElement(leaving), hasVolumeAt(leaving))
      if (disk.encrypted) await secrets.forget(disk.volumeId)
    },
    keepKey: secrets.keep,
    keepClusterKey: async ({ conf, user, secretUuid }) =>
      secrets.keepOfCluster(secretUuid, user, await userKey({ conf, user })),
    extendVolume: extendVolume(deps),
    swapVolume: swapVolume(deps),
    copyVolume: copyVolume(deps),
    attachInterface: async (id, vif, hardware) => {
      await ensureBridges([vif])
      await attach(id, interfaceElement(vif, hardware), hasVif(vif))
    },
    detachInterface: (id, vif) => detach(id, interfaceElement(vif), hasVif(vif)),
  }
}
