import type { DiskConnection, GuestOrder, LocalDisk, RescueDevice } from './guest-order.ts'
import { errors } from './errors.ts'
import type { ServerPaths } from './server-paths.ts'

/**
 * For how long a guest's requests wait when a volume's export is gone, until they fail. Its daemon is usually back within a
 * second, unless the whole volume service is down.
 */
export const reconnectSeconds = 300

export type DiskBus = 'virtio' | 'scsi' | 'sata' | 'ide' | 'usb'
/** Also the bus of floppies. */
type GuestBus = DiskBus | 'fdc'

export type DiskSource =
  | { readonly type: 'file'; readonly path: string; readonly format: 'raw' | 'qcow2' }
  | Extract<DiskConnection['connection'], { type: 'nbd' | 'rbd' }>

/** A disk of a guest. */
export interface GuestDisk {
  readonly device: RescueDevice['type']
  /** For example `vda`: libvirt orders disks by it, and Linux guests usually use the same name. */
  readonly target: string
  readonly bus: GuestBus
  readonly source: DiskSource
  readonly readOnly: boolean
  /** The serial number that the guest sees: the volume's id. */
  readonly serial?: string
  /** The volume whose key decrypts it. */
  readonly lock?: string
  /** Other guests may write on it at the same time, so QEMU must not lock its file against writers. */
  readonly shared?: true
  /** The limits of a volume; those of local disks are the flavor's. */
  readonly limits?: Readonly<Record<string, string>>
  /** Counted from 1. */
  readonly bootOrder?: number
}

const prefixes: Readonly<Record<GuestBus, string>> = {
  virtio: 'vd',
  scsi: 'sd',
  sata: 'sd',
  usb: 'sd',
  ide: 'hd',
  fdc: 'fd',
}

const isBus = (bus: string | undefined): bus is DiskBus =>
  bus !== undefined && bus !== 'fdc' && Object.hasOwn(prefixes, bus)

/** The requested bus; throws for one that QEMU does not have for disks. */
const busAsked = (asked: string | undefined, otherwise: () => DiskBus): DiskBus => {
  if (asked === undefined) return otherwise()
  if (!isBus(asked)) throw errors.UnsupportedHardware({ model: asked })
  return asked
}

const rootBus = (imageProperties: Readonly<Record<string, string>>): DiskBus =>
  isBus(imageProperties.hw_disk_bus) ? imageProperties.hw_disk_bus : 'virtio'

/** The bus of the config drive. Windows has AHCI but no virtio drivers; Linux cloud kernels lack AHCI but have virtio-scsi. */
const cdromBus = ({ imageProperties }: GuestOrder): DiskBus => {
  if (isBus(imageProperties.hw_cdrom_bus)) return imageProperties.hw_cdrom_bus
  if (imageProperties.os_type !== 'windows') return 'scsi'
  return imageProperties.hw_machine_type?.includes('q35') ? 'sata' : 'ide'
}

/** A letter that no other device uses, so that the config drive never takes a volume's name. */
const cdromLetters: Readonly<Record<DiskBus, string>> = {
  virtio: 'z',
  scsi: 'z',
  sata: 'f',
  usb: 'z',
  ide: 'd',
}

const targetOf = (device: string): string => device.replace(/^\/dev\//, '')

/** The disk of a volume, on the bus implied by its device name. */
export const volumeDisk = (volume: DiskConnection, preferred: DiskBus): GuestDisk => {
  const target = targetOf(volume.device)
  const bus = (): DiskBus => {
    if (target.startsWith('vd')) return 'virtio'
    if (target.startsWith('hd')) return 'ide'
    return prefixes[preferred] === 'sd' ? preferred : 'scsi'
  }
  const { deviceType = 'disk' } = volume
  return {
    device: deviceType,
    target,
    bus: deviceType === 'floppy' ? 'fdc' : busAsked(volume.bus, bus),
    source: volume.connection,
    readOnly: volume.readOnly || deviceType === 'cdrom',
    serial: volume.volumeId,
    ...(volume.encrypted ? { lock: volume.volumeId } : {}),
    ...(volume.multiattach ? { shared: true } : {}),
    ...(volume.limits ? { limits: volume.limits } : {}),
    ...(volume.bootIndex === undefined || volume.bootIndex < 0 ? {} : { bootOrder: volume.bootIndex + 1 }),
  }
}

/** Assigns unique names: the requested one if it is free and fits the bus, otherwise the bus's first free one. */
const targetsBeside = (disks: readonly GuestDisk[]) => {
  const taken = new Set(disks.map(({ target }) => target))
  return (bus: GuestBus, wanted?: string): string => {
    const prefix = prefixes[bus]
    let target = wanted?.startsWith(prefix) ? wanted : `${prefix}a`
    for (let index = 0; taken.has(target); index += 1) target = `${prefix}${String.fromCharCode(97 + index)}`
    taken.add(target)
    return target
  }
}

/** A local disk with its file; ephemeral disks are numbered in order. */
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

/** A rescued server boots from none of its own disks. */
const startsFromItself = ({ rescueDisk }: GuestOrder, { bootOrder, ...disk }: GuestDisk): GuestDisk =>
  rescueDisk === undefined && bootOrder !== undefined ? { ...disk, bootOrder } : disk

const diskInFile = (path: string, format: 'raw' | 'qcow2') => ({
  ...{ device: 'disk' as const, readOnly: false },
  source: { type: 'file' as const, path, format },
})

/** The config drive, if the server has one. */
const configDrive = (order: GuestOrder): readonly GuestDisk[] => {
  const { configDrivePath: path } = order
  if (path === undefined) return []
  const bus = cdromBus(order)
  const target = `${prefixes[bus]}${cdromLetters[bus]}`
  return [{ ...diskInFile(path, 'raw'), device: 'cdrom', target, bus, readOnly: true }]
}

/** The bus of a CD for which every system has a driver: that of the machine itself. */
const machineBus = ({ hw_machine_type: machine = 'pc' }: GuestOrder['imageProperties']): DiskBus => {
  if (machine.includes('q35')) return 'sata'
  return machine.startsWith('pc') ? 'ide' : 'scsi'
}

const rescueBus = ({ type, bus }: RescueDevice, { imageProperties }: GuestOrder): GuestBus => {
  switch (type) {
    case 'disk':
      return busAsked(bus, () => 'virtio')
    case 'cdrom':
      return busAsked(bus, () => machineBus(imageProperties))
    case 'floppy':
      return 'fdc'
  }
}

/** A rescue disk beside the server's own, under a name that none of them has. */
const rescueBeside = (
  own: readonly GuestDisk[],
  path: string,
  { type, bus }: { readonly type: RescueDevice['type']; readonly bus: GuestBus },
): GuestDisk => {
  const place = { device: type, target: targetsBeside(own)(bus), bus, readOnly: type === 'cdrom' }
  return { ...diskInFile(path, 'qcow2'), ...place, bootOrder: 1 }
}

/** All disks of a server: root, volumes, local ones, config drive; a rescue disk is first, or last if it is a device of its own. */
export const diskLayout = (order: GuestOrder, paths: ServerPaths): readonly GuestDisk[] => {
  const bus = rootBus(order.imageProperties)
  const volumes = order.volumes.map((volume) => startsFromItself(order, volumeDisk(volume, bus)))
  const targetOn = targetsBeside(volumes)
  const first = (path: string) => ({
    ...diskInFile(path, 'qcow2'),
    ...{ target: targetOn(bus), bus, bootOrder: 1 },
  })

  const { rescueDisk } = order
  const device = rescueDisk?.device
  const rescue = rescueDisk && device === undefined ? [first(paths.rescueDisk)] : []
  const root = order.rootDisk.from === 'image' ? [startsFromItself(order, first(paths.rootDisk))] : []
  const local = localDiskFiles(order, paths).map(({ disk, path }) => {
    const own = busAsked(disk.bus, () => bus)
    const target = targetOn(own, disk.device && targetOf(disk.device))
    return { ...diskInFile(path, 'raw'), target, bus: own }
  })
  const disks = [...rescue, ...root, ...volumes, ...local, ...configDrive(order)]
  if (device === undefined) return disks
  const beside = { type: device.type, bus: rescueBus(device, order) }
  return [...disks, rescueBeside(disks, paths.rescueDisk, beside)]
}
