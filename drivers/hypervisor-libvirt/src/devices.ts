import { type AttachesDevices, powerStates, type Vif } from '@nimbo/compute/driver/hypervisor'
import { pause } from '@nimbo/kernel/deadline'
import type { ServerId } from '@nimbo/kernel/ids'
import { userKey } from '@nimbo/ceph/user-key'
import { errorCodes, isLibvirtError } from '@nimbo/libvirt/errors'
import { affect } from '@nimbo/libvirt/flags'
import { procedures } from '@nimbo/libvirt/procedures'
import type { DomainRef } from '@nimbo/libvirt/wire-types'
import { type GuestDisk, volumeDisk } from '@nimbo/local-guests/disk-layout'
import { diskElement } from './disk-xml.ts'
import { volumeSecrets } from './volume-secrets.ts'
import type { DriverDeps } from './driver-deps.ts'
import { ensureBridges } from './ensure-bridge.ts'
import { extendVolume } from './extend-volume.ts'
import { errors } from '@nimbo/local-guests/errors'
import { pciAddress } from './hostdev-xml.ts'
import { interfaceElement } from './interface-xml.ts'
import { copyVolume } from './copy-volume.ts'
import { readXml, type XmlNode } from './read-domain-xml.ts'
import { swapVolume } from './swap-volume.ts'
import { type Element, renderXml } from './xml.ts'

const pollMs = 250

type Which = 'live' | 'inactive'

/** Finds the device in a domain's XML; returns whether it is attached. */
type Finder = (devices: XmlNode) => boolean

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

const hasInterface =
  (mac: string): Finder =>
  (devices) =>
    devices.children('interface').some((one) => one.child('mac').attribute('address') === mac.toLowerCase())

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

/**
 * Attaches devices to domains and detaches them. A change applies to the running guest and to the persistent definition; each
 * operation is idempotent.
 */
export const attachesDevices = (deps: DriverDeps): AttachesDevices => {
  const { session, domains, clock } = deps
  const { detachAttempts, detachTimeoutSeconds } = deps.guests
  const isAttached = async (domain: DomainRef, which: Which, find: Finder): Promise<boolean> => {
    const xml = readXml(await domains.xml(domain, which === 'inactive' ? 'inactive' : undefined))
    const [description] = xml.children('domain')
    return description !== undefined && find(description.child('devices'))
  }

  const places = async (domain: DomainRef): Promise<readonly Which[]> =>
    (await domains.power(domain)) === powerStates.shutdown ? ['inactive'] : ['live', 'inactive']

  const flagOf = (which: Which) => (which === 'live' ? affect.live : affect.config)

  const attach = async (id: ServerId, device: Element, find: Finder): Promise<void> => {
    const domain = await domains.get(id)
    const xml = renderXml(device)
    for (const which of await places(domain)) {
      if (await isAttached(domain, which, find)) continue
      const change = { domain, xml, flags: flagOf(which) }
      await session.call(procedures.domainAttachDeviceFlags, change)
    }
  }

  /** Whether the guest releases the device in time; libvirt only requests it. */
  const isReleased = async (domain: DomainRef, find: Finder): Promise<boolean> => {
    for (const end = clock.now() + detachTimeoutSeconds * 1000; clock.now() < end; ) {
      if ((await domains.power(domain)) === powerStates.shutdown) return true
      if (!(await isAttached(domain, 'live', find))) return true
      await pause(clock, pollMs)
    }
    return false
  }

  const detachLive = async (domain: DomainRef, device: Element, find: Finder): Promise<void> => {
    const change = { domain, xml: renderXml(device), flags: affect.live }
    for (let attempt = 1; attempt <= detachAttempts; attempt++) {
      try {
        await session.call(procedures.domainDetachDeviceFlags, change)
      } catch (error) {
        const gone = [errorCodes.deviceMissing, errorCodes.operationInvalid]
        // An earlier request may still be pending in QEMU, which refuses a second one: keep waiting.
        if (!isLibvirtError(error, ...gone, errorCodes.operationFailed, errorCodes.internalError)) throw error
      }
      if (await isReleased(domain, find)) return
    }
    throw errors.DeviceDetachFailed({ device: device.name, reason: 'the guest does not let go of it' })
  }

  const detach = async (id: ServerId, device: Element, find: Finder): Promise<void> => {
    const domain = await domains.find(id)
    if (!domain) return
    if (await isAttached(domain, 'inactive', find)) {
      const change = { domain, xml: renderXml(device), flags: affect.config }
      await session.call(procedures.domainDetachDeviceFlags, change)
    }
    const running = (await domains.power(domain)) !== powerStates.shutdown
    if (running && (await isAttached(domain, 'live', find))) await detachLive(domain, device, find)
  }

  const secrets = volumeSecrets(session)

  return {
    attachVolume: (id, disk) => attach(id, diskElement(volumeDisk(disk, 'scsi')), hasVolume(disk.volumeId)),
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
