import type { DiskConnection, SpawnOrder } from '@nimbo/compute/driver/hypervisor'
import type { ServerPaths } from './server-paths.ts'

export type DiskBus = 'virtio' | 'scsi' | 'sata' | 'ide' | 'usb'

export type DiskSource =
  | { readonly type: 'file'; readonly path: string; readonly format: 'raw' | 'qcow2' }
  | Extract<DiskConnection['connection'], { type: 'nbd' }>

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

const rootBus = (imageProperties: Readonly<Record<string, string>>): DiskBus =>
  isBus(imageProperties.hw_disk_bus) ? imageProperties.hw_disk_bus : 'virtio'

/**
 * The bus of the config drive. Windows brings no virtio drivers, but AHCI; cloud kernels of Linux distributions leave
 * AHCI out, but have virtio-scsi.
 */
const cdromBus = ({ imageProperties }: SpawnOrder): DiskBus => {
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
    bus: bus(),
    source: volume.connection,
    readOnly: volume.readOnly,
    serial: volume.volumeId,
    ...(volume.bootIndex === undefined || volume.bootIndex < 0 ? {} : { bootOrder: volume.bootIndex + 1 }),
  }
}

/** Names on `bus` that no volume of the order has, in order. */
function* freeTargets(bus: DiskBus, taken: ReadonlySet<string>): Generator<string, never> {
  for (let index = 0; ; index++) {
    const target = `${prefixes[bus]}${String.fromCharCode(97 + index)}`
    if (!taken.has(target)) yield target
  }
}

/** All disks of a server: root, volumes, ephemeral, swap, config drive. */
export const diskLayout = (order: SpawnOrder, paths: ServerPaths): readonly GuestDisk[] => {
  const bus = rootBus(order.imageProperties)
  const volumes = order.volumes.map((volume) => volumeDisk(volume, bus))
  const targets = freeTargets(bus, new Set(volumes.map(({ target }) => target)))
  const local = (path: string, format: 'raw' | 'qcow2', rest: { bootOrder?: number } = {}): GuestDisk => ({
    device: 'disk',
    target: targets.next().value,
    bus,
    source: { type: 'file', path, format },
    readOnly: false,
    ...rest,
  })

  const disks = [...volumes]
  if (order.rootDisk.from === 'image') disks.unshift(local(paths.rootDisk, 'qcow2', { bootOrder: 1 }))
  if (order.ephemeralGb > 0) disks.push(local(paths.ephemeralDisk, 'raw'))
  if (order.swapMb > 0) disks.push(local(paths.swapDisk, 'raw'))
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
  return disks
}
