import type { JsonObject } from '@nimbo/kernel/json'
import {
  type DiskBus,
  type DiskSource,
  type GuestDisk,
  reconnectSeconds,
} from '@nimbo/local-guests/disk-layout'
import { errors } from './errors.ts'

/**
 * A disk in QEMU's terms: the block node, and the device in front of it; `hotPlugged` is true for buses that support
 * hot-plugging.
 */
export interface DiskDevice {
  readonly id: string
  readonly node: JsonObject & { readonly 'node-name': string }
  readonly device: JsonObject
  readonly hotPlugged: boolean
}

/** The id of the object with this host's certificates in a guest's QEMU. */
const nbdCredentials = 'nbd-tls'

/** Whether a disk needs {@link credentialsIn}. */
export const isEncryptedOnItsWay = ({ source }: GuestDisk): boolean =>
  source.type === 'nbd' && source.tls === true

/** QEMU's object for disks that are reached by TLS, from a directory whose files have QEMU's names. */
export const credentialsIn = (dir: string): JsonObject & { readonly id: string } => ({
  ...{ 'qom-type': 'tls-creds-x509', id: nbdCredentials, dir, endpoint: 'client', 'verify-peer': true },
})

/** QEMU limits the names of block nodes to 31 characters. */
const idLength = 28

/** The id of a volume's disk, independent of how it was attached. */
export const volumeDiskId = (volumeId: string): string =>
  `vol-${volumeId.replaceAll('-', '')}`.slice(0, idLength)

/** The name of a disk's block node, which is also the id of the device. */
export const diskId = ({ serial, target }: GuestDisk): string =>
  serial === undefined ? `disk-${target}` : volumeDiskId(serial)

const protocolNode = (source: DiskSource): JsonObject => {
  if (source.type === 'file') return { driver: 'file', filename: source.path }
  if (source.type === 'rbd') {
    const { pool, image, conf, user } = source
    return { driver: 'rbd', pool, image, conf, user }
  }
  const { socket, host = 'localhost', port = 10_809, exportName, tls } = source
  const server =
    socket === undefined ? { type: 'inet', host, port: String(port) } : { type: 'unix', path: socket }
  const encrypted = tls === undefined ? {} : { 'tls-creds': nbdCredentials }
  return { driver: 'nbd', server, export: exportName, 'reconnect-delay': reconnectSeconds, ...encrypted }
}

/** Guests flush what must be durable, so using the host's page cache is safe; unlike O_DIRECT it works on every file system. */
const nodeOf = (disk: GuestDisk): DiskDevice['node'] => ({
  'node-name': diskId(disk),
  driver: disk.source.type === 'file' ? disk.source.format : 'raw',
  'read-only': disk.readOnly,
  ...(disk.device === 'disk' ? { discard: 'unmap' } : {}),
  file: protocolNode(disk.source),
})

/** The index in a device name: `sdc` is 2. */
const indexOf = (target: string): number => target.charCodeAt(2) - 'a'.charCodeAt(0)

/** The disk's address on its bus, derived from its device name, so that it is stable. */
const placeOf = (bus: Exclude<DiskBus, 'virtio'>, target: string): JsonObject => {
  const index = indexOf(target)
  switch (bus) {
    case 'scsi':
      return { bus: 'scsi0.0', 'scsi-id': index, lun: 0 }
    case 'sata':
      return { bus: `sata0.${index}` }
    case 'ide':
      return { bus: `ide.${Math.floor(index / 2)}`, unit: index % 2 }
    case 'usb':
      return { bus: 'usb0.0', port: String(index + 1) }
  }
}

const drivers = {
  scsi: { disk: 'scsi-hd', cdrom: 'scsi-cd' },
  sata: { disk: 'ide-hd', cdrom: 'ide-cd' },
  ide: { disk: 'ide-hd', cdrom: 'ide-cd' },
  usb: { disk: 'usb-storage', cdrom: 'usb-storage' },
} as const

const isVirtio = ({ bus }: GuestDisk): boolean => bus === 'virtio'

/** Ids of the disks that need a PCI slot of their own. */
export const disksWithSlots = (disks: readonly GuestDisk[]): readonly string[] =>
  disks.filter(isVirtio).map(diskId)

/** The block node and device of a disk; `slotOf` returns the PCI slot of a device. */
export const diskDevice = (disk: GuestDisk, slotOf: (id: string) => string): DiskDevice => {
  if (disk.device === 'floppy' || disk.bus === 'fdc') throw errors.NotByThisDriver({ what: 'A floppy' })
  const id = diskId(disk)
  const common = {
    id,
    drive: id,
    ...(disk.serial === undefined ? {} : { serial: disk.serial }),
    ...(disk.bootOrder === undefined ? {} : { bootindex: disk.bootOrder }),
    ...(disk.shared ? { 'share-rw': true } : {}),
  }
  const node = nodeOf(disk)
  if (disk.bus === 'virtio') {
    if (disk.device === 'cdrom') throw errors.NotByThisDriver({ what: "A CD on the bus 'virtio'" })
    const device = { driver: 'virtio-blk-pci', ...common, addr: slotOf(id) }
    return { id, node, device, hotPlugged: true }
  }
  const device = { driver: drivers[disk.bus][disk.device], ...common, ...placeOf(disk.bus, disk.target) }
  return { id, node, device, hotPlugged: disk.bus === 'scsi' || disk.bus === 'usb' }
}
