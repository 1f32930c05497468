import type {
  AttachesDevices,
  DiskConnection,
  InterfaceHardware,
  Vif,
} from '@nimbo/compute/driver/hypervisor'
import { pause } from '@nimbo/kernel/deadline'
import type { ServerId } from '@nimbo/kernel/ids'
import type { JsonObject } from '@nimbo/kernel/json'
import { copyQuietDisk } from '@nimbo/local-guests/copy-quiet-disk'
import { type GuestDisk, volumeDisk } from '@nimbo/local-guests/disk-layout'
import { errors as known } from '@nimbo/local-guests/errors'
import type { QmpConnection } from '@nimbo/qmp/connection'
import { isQmpError } from '@nimbo/qmp/errors'
import { read } from '@nimbo/qmp/reading'
import { copyLive } from './copy-live.ts'
import {
  credentialsIn,
  type DiskDevice,
  diskDevice,
  disksWithSlots,
  isEncryptedOnItsWay,
} from './disk-devices.ts'
import type { DriverDeps } from './driver-deps.ts'
import { errors } from './errors.ts'
import { readRecord, writeRecord } from './guest-record.ts'
import type { LiveGuest } from './guests.ts'
import { limitDisk } from './limit-disk.ts'
import { slotIn } from './machine.ts'
import { slotsFor } from './pci-slots.ts'
import { netdevId, nicDevice, nicIds, nicModel, userNetdev } from './user-network.ts'

/** How often a guest is requested to release a device, and the time for each attempt. */
const detachAttempts = 8
const detachWaitMs = 10_000
const lookEveryMs = 250

const deviceIds = async (qmp: QmpConnection): Promise<ReadonlySet<string>> => {
  const listed = read.list(await qmp.execute('qom-list', { path: '/machine/peripheral' }), 'devices')
  return new Set(listed.map((one) => read.text(read.object(one, 'a device').name, 'name')))
}

const nodeNames = async (qmp: QmpConnection): Promise<ReadonlySet<string>> => {
  const listed = read.list(await qmp.execute('query-named-block-nodes', { flat: true }), 'nodes')
  return new Set(listed.map((one) => read.text(read.object(one, 'a node')['node-name'], 'node-name')))
}

/** Creates an object of QEMU. Idempotent. */
const ensureObject = async (
  qmp: QmpConnection,
  object: JsonObject & { readonly id: string },
): Promise<void> => {
  const listed = read.list(await qmp.execute('qom-list', { path: '/objects' }), 'objects')
  if (listed.some((one) => read.object(one, 'an object').name === object.id)) return
  await qmp.execute('object-add', object)
}

/** Has QEMU read the first sector of a disk. */
const readOnce = async (qmp: QmpConnection, node: string): Promise<void> => {
  await qmp.execute('human-monitor-command', { 'command-line': `qemu-io ${node} "read 0 512"` })
}

/** Ignores QEMU's error for an operation that may have been done already, or is unnecessary. */
const unlessRefused = async (work: Promise<unknown>): Promise<void> => {
  try {
    await work
  } catch (error) {
    if (!isQmpError(error)) throw error
  }
}

/**
 * Attaches devices to running guests and detaches them. A guest that does not run gets them at its next start, from its order.
 * Each operation is idempotent.
 */
export const attachesDevices = ({ guests, clock, nbdCertificates }: DriverDeps): AttachesDevices => {
  /** Assigns the device a PCI slot, which it keeps across restarts. Devices that the guest has released lose theirs. */
  const placeFor = async ({ paths, qmp }: LiveGuest, ids: readonly string[]) => {
    const record = await readRecord(paths)
    const before = record?.slots ?? {}
    const present = await deviceIds(qmp)
    const kept = Object.keys(before).filter((id) => present.has(id))
    const slots = slotsFor([...new Set([...kept, ...ids])], before)
    await writeRecord(paths, { ...record, slots })
    return slotIn(slots)
  }

  const isReleased = async ({ qmp }: LiveGuest, device: string): Promise<boolean> => {
    for (const end = clock.now() + detachWaitMs; clock.now() < end; await pause(clock, lookEveryMs))
      if (!(await deviceIds(qmp)).has(device)) return true
    return false
  }

  const unplugDevice = async (guest: LiveGuest, device: string): Promise<void> => {
    for (let attempt = 1; attempt <= detachAttempts; attempt++) {
      if (!(await deviceIds(guest.qmp)).has(device)) return
      // QEMU refuses while an earlier request is pending: keep waiting.
      await unlessRefused(guest.qmp.execute('device_del', { id: device }))
      if (await isReleased(guest, device)) return
    }
    throw known.DeviceDetachFailed({ device, reason: 'the guest does not let go of it' })
  }

  const plugDisk = async (qmp: QmpConnection, disk: GuestDisk, { id, node, device }: DiskDevice) => {
    if (isEncryptedOnItsWay(disk)) await ensureObject(qmp, credentialsIn(nbdCertificates))
    if (!(await nodeNames(qmp)).has(id)) await qmp.execute('blockdev-add', node)
    try {
      await qmp.execute('device_add', device)
    } catch (error) {
      await unlessRefused(qmp.execute('blockdev-del', { 'node-name': id }))
      throw error
    }
  }

  const attachVolume = async (id: ServerId, volume: DiskConnection): Promise<void> => {
    const guest = await guests.find(id)
    if (guest === undefined) return
    const { qmp } = guest
    const disk = volumeDisk(volume, 'scsi')
    const wanted = diskDevice(disk, await placeFor(guest, disksWithSlots([disk])))
    if (!wanted.hotPlugged)
      throw errors.NotByThisDriver({ what: `Plugging a disk into the bus '${disk.bus}' of a running guest` })
    if (!(await deviceIds(qmp)).has(wanted.id)) await plugDisk(qmp, disk, wanted)
    await limitDisk(qmp, disk)
  }

  const detachVolume = async (id: ServerId, volume: DiskConnection): Promise<void> => {
    const guest = await guests.find(id)
    if (guest === undefined) return
    const { id: device } = diskDevice(volumeDisk(volume, 'scsi'), () => '')
    await unplugDevice(guest, device)
    if ((await nodeNames(guest.qmp)).has(device))
      await guest.qmp.execute('blockdev-del', { 'node-name': device })
  }

  const attachInterface = async (id: ServerId, vif: Vif, hardware?: InterfaceHardware): Promise<void> => {
    const guest = await guests.find(id)
    if (guest === undefined) return
    const { qmp } = guest
    const netdev = userNetdev(vif)
    const device = nicDevice(
      vif,
      nicModel(hardware?.imageProperties.hw_vif_model),
      await placeFor(guest, nicIds([vif])),
    )
    if ((await deviceIds(qmp)).has(device.id)) return
    // Left by an earlier, interrupted attempt.
    await unlessRefused(qmp.execute('netdev_del', { id: netdev.id }))
    await qmp.execute('netdev_add', netdev)
    try {
      await qmp.execute('device_add', device)
    } catch (error) {
      await unlessRefused(qmp.execute('netdev_del', { id: netdev.id }))
      throw error
    }
  }

  const detachInterface = async (id: ServerId, vif: Vif): Promise<void> => {
    const guest = await guests.find(id)
    if (guest === undefined) return
    for (const device of nicIds([vif])) await unplugDevice(guest, device)
    await unlessRefused(guest.qmp.execute('netdev_del', { id: netdevId(vif) }))
  }

  const swapVolume = async (): Promise<void> => {
    throw errors.NotByThisDriver({ what: 'Swapping a volume for another' })
  }

  const copyVolume: AttachesDevices['copyVolume'] = async (id, volume, path) => {
    const disk = volumeDisk(volume, 'scsi')
    if (disk.source.type !== 'file') throw errors.NotByThisDriver({ what: 'Copying a volume to a file' })
    const guest = await guests.find(id)
    const { id: node } = diskDevice(disk, () => '')
    if (guest === undefined || !(await nodeNames(guest.qmp)).has(node))
      return copyQuietDisk(disk.source.path, path)
    await copyLive(guest.qmp, clock, { node, target: path, format: 'raw', ontoExisting: true })
  }

  const extendVolume = async (id: ServerId, volume: DiskConnection, bytes: number): Promise<void> => {
    const guest = await guests.find(id)
    if (guest === undefined) return
    const { id: node } = diskDevice(volumeDisk(volume, 'scsi'), () => '')
    if (!(await nodeNames(guest.qmp)).has(node)) return
    // An NBD client learns the size when it connects, which it does again at its next request.
    if (volume.connection.type === 'nbd') await readOnce(guest.qmp, node)
    await guest.qmp.execute('block_resize', { 'node-name': node, size: bytes })
  }

  const volumes = { attachVolume, detachVolume, extendVolume, swapVolume, copyVolume }
  return { ...volumes, attachInterface, detachInterface }
}
