import type { DiskConnection, LocalDisk, GuestOrder } from './guest-order.ts'
import { errors } from './errors.ts'
import type { ServerPaths } from './server-paths.ts'

export type DiskBus = 'virtio' | 'scsi' | 'sata' | 'ide' | 'usb'

export type DiskSource =
  | { readonly type: 'file'; readonly path: string; readonly format: 'raw' | 'qcow2' }
  | Extract<DiskConnection['connection'], { type: 'nbd' | 'rbd' }>

/** A disk as the guest gets it. */
export interface GuestDisk {
  readonly device: 'disk' | 'cdrom'
  /** `vda`: what libvirt orders disks by; a Linux guest mostly names them likewise. */
  readonly target: string
  readonly bus: DiskBus
  readonly source: DiskSource
  readonly readOnly: boolean
  /** What the guest sees as the disk's serial number: the volume's id. */
  readonly serial?: string
  /** The volume whose key opens its content. */
  readonly lock?: string
  /** Counted from 1. */
  readonly bootOrder?: number
}

const prefixes: Readonly<Record<DiskBus, string>> = {
  virtio: 'vd',
  scsi: 'sd',
  sata: 'sd',
  usb: 'sd',
  ide: 'hd',
}

const isBus = (bus: string | undefined): bus is DiskBus => bus !== undefined && Object.hasOwn(prefixes, bus)

/** The bus that was asked for; throws where QEMU has none such for disks. */
const busAsked = (asked: string | undefined, otherwise: () => DiskBus): DiskBus => {
  if (asked === undefined) return otherwise()
  if (!isBus(asked)) throw errors.UnsupportedHardware({ model: asked })
  return asked
}

const rootBus = (imageProperties: Readonly<Record<string, string>>): DiskBus =>
  isBus(imageProperties.hw_disk_bus) ? imageProperties.hw_disk_bus : 'virtio'

/**
 * The bus of the config drive. Windows brings no virtio drivers, but AHCI; cloud kernels of Linux distributions leave
 * AHCI out, but have virtio-scsi.
 */
const cdromBus = ({ imageProperties }: GuestOrder): DiskBus => {
  if (isBus(imageProperties.hw_cdrom_bus)) return imageProperties.hw_cdrom_bus
  if (imageProperties.os_type !== 'windows') return 'scsi'
  return imageProperties.hw_machine_type?.includes('q35') ? 'sata' : 'ide'
}

/** The letter after which no device of a server comes, so that the config drive takes no volume's name. */
const cdromLetters: Readonly<Record<DiskBus, string>> = {
  virtio: 'z',
  scsi: 'z',
  sata: 'f',
  usb: 'z',
  ide: 'd',
}

const targetOf = (device: string): string => device.replace(/^\/dev\//, '')

/** The disk of a volume, on the bus that its device name speaks of. */
export const volumeDisk = (volume: DiskConnection, preferred: DiskBus): GuestDisk => {
  const target = targetOf(volume.device)
  const bus = (): DiskBus => {
    if (target.startsWith('vd')) return 'virtio'
    if (target.startsWith('hd')) return 'ide'
    return prefixes[preferred] === 'sd' ? preferred : 'scsi'
  }
  return {
    device: 'disk',
    target,
    bus: busAsked(volume.bus, bus),
    source: volume.connection,
    readOnly: volume.readOnly,
    serial: volume.volumeId,
    ...(volume.encrypted ? { lock: volume.volumeId } : {}),
    ...(volume.bootIndex === undefined || volume.bootIndex < 0 ? {} : { bootOrder: volume.bootIndex + 1 }),
  }
}

/** Gives out names, each once: the one wanted where it is free and of the bus, the bus' first free one otherwise. */
const targetsBeside = (volumes: readonly GuestDisk[]) => {
  const taken = new Set(volumes.map(({ target }) => target))
  return (bus: DiskBus, wanted?: string): string => {
    const prefix = prefixes[bus]
    let target = wanted?.startsWith(prefix) ? wanted : `${prefix}a`
    for (let index = 0; taken.has(target); index += 1) target = `${prefix}${String.fromCharCode(97 + index)}`
    taken.add(target)
    return target
  }
}

/** A local disk and its file; ephemeral disks are counted in their order. */
export const localDiskFiles = (
  { localDisks }: Pick<GuestOrder, 'localDisks'>,
  paths: ServerPaths,
): readonly { readonly disk: LocalDisk; readonly path: string; readonly label: string }[] => {
  let ephemerals = 0
  return localDisks.map((disk) => {
    if (disk.kind === 'swap') return { disk, path: paths.swapDisk, label: 'swap' }
    const index = ephemerals++
    return { disk, path: paths.ephemeralDisk(index), label: `ephemeral${index}` }
  })
}

/** A server that is rescued starts from none of its own disks. */
const startsFromItself = ({ rescueDisk }: GuestOrder, { bootOrder, ...disk }: GuestDisk): GuestDisk =>
  rescueDisk === undefined && bootOrder !== undefined ? { ...disk, bootOrder } : disk

/** All disks of a server: the one it is rescued by, root, volumes, local ones, config drive. */
export const diskLayout = (order: GuestOrder, paths: ServerPaths): readonly GuestDisk[] => {
  const bus = rootBus(order.imageProperties)
  const volumes = order.volumes.map((volume) => startsFromItself(order, volumeDisk(volume, bus)))
  const targetOn = targetsBeside(volumes)
  const file = (path: string, format: 'raw' | 'qcow2') => ({
    ...{ device: 'disk' as const, readOnly: false },
    source: { type: 'file' as const, path, format },
  })

  const disks = [...volumes]
  const rescue = order.rescueDisk && {
    ...file(paths.rescueDisk, 'qcow2'),
    target: targetOn(bus),
    bus,
    bootOrder: 1,
  }
  if (order.rootDisk.from === 'image')
    disks.unshift(
      startsFromItself(order, { ...file(paths.rootDisk, 'qcow2'), target: targetOn(bus), bus, bootOrder: 1 }),
    )
  for (const { disk, path } of localDiskFiles(order, paths)) {
    const own = busAsked(disk.bus, () => bus)
    disks.push({
      ...file(path, 'raw'),
      target: targetOn(own, disk.device && targetOf(disk.device)),
      bus: own,
    })
  }
  if (order.configDrivePath !== undefined) {
    const cdrom = cdromBus(order)
    disks.push({
      device: 'cdrom',
      target: `${prefixes[cdrom]}${cdromLetters[cdrom]}`,
      bus: cdrom,
      source: { type: 'file', path: order.configDrivePath, format: 'raw' },
      readOnly: true,
    })
  }
  return rescue === undefined ? disks : [rescue, ...disks]
}
