import type { JsonObject } from '@nimbo/kernel/json'
import type { DiskBus, DiskSource, GuestDisk } from '@nimbo/local-guests/disk-layout'
import { errors } from './errors.ts'

/** A disk as QEMU takes it: what is behind it, and the device in front; `slot` names the place it needs on the bus. */
export interface DiskDevice {
  readonly id: string
  readonly node: JsonObject & { readonly 'node-name': string }
  readonly device: JsonObject
  readonly hotPlugged: boolean
}

/** QEMU takes names of at most 31 characters for what is behind a disk. */
const idLength = 28

/** The id of a volume's disk, which is the same however it came to the guest. */
const volumeDiskId = (volumeId: string): string => `vol-${volumeId.replaceAll('-', '')}`.slice(0, idLength)

const idOf = ({ serial, target }: GuestDisk): string =>
  serial === undefined ? `disk-${target}` : volumeDiskId(serial)

const protocolNode = (source: DiskSource): JsonObject => {
  if (source.type === 'file') return { driver: 'file', filename: source.path }
  if (source.type === 'rbd') {
    const { pool, image, conf, user } = source
    return { driver: 'rbd', pool, image, conf, user }
  }
  const { socket, host = 'localhost', port = 10_809, exportName } = source
  const server =
    socket === undefined ? { type: 'inet', host, port: String(port) } : { type: 'unix', path: socket }
  return { driver: 'nbd', server, export: exportName }
}

/** Guests flush what must last, so the host's page cache is safe, and unlike O_DIRECT it works on every file system. */
const nodeOf = (disk: GuestDisk): DiskDevice['node'] => ({
  'node-name': idOf(disk),
  driver: disk.source.type === 'file' ? disk.source.format : 'raw',
  'read-only': disk.readOnly,
  ...(disk.device === 'cdrom' ? {} : { discard: 'unmap' }),
  file: protocolNode(disk.source),
})

/** `sdc` is the third. */
const indexOf = (target: string): number => target.charCodeAt(2) - 'a'.charCodeAt(0)

/** Where on its bus a disk is, as its name says, so that it is there again the next time. */
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

/** Ids of the disks that have a place of their own on the bus. */
export const disksWithSlots = (disks: readonly GuestDisk[]): readonly string[] =>
  disks.filter(isVirtio).map(idOf)

/** One disk of a guest; `slotOf` says where on the bus a device is. */
export const diskDevice = (disk: GuestDisk, slotOf: (id: string) => string): DiskDevice => {
  const id = idOf(disk)
  const common = {
    id,
    drive: id,
    ...(disk.serial === undefined ? {} : { serial: disk.serial }),
    ...(disk.bootOrder === undefined ? {} : { bootindex: disk.bootOrder }),
  }
  const node = nodeOf(disk)
  if (disk.bus === 'virtio') {
    if (disk.device === 'cdrom') throw errors.NotByThisDriver({ what: "A config drive on the bus 'virtio'" })
    const device = { driver: 'virtio-blk-pci', ...common, addr: slotOf(id) }
    return { id, node, device, hotPlugged: true }
  }
  const device = { driver: drivers[disk.bus][disk.device], ...common, ...placeOf(disk.bus, disk.target) }
  return { id, node, device, hotPlugged: disk.bus === 'scsi' || disk.bus === 'usb' }
}
