import { errors } from '../../errors.ts'

/** The buses on which QEMU has a device of each type. */
const buses = {
  disk: ['virtio', 'scsi', 'sata', 'ide', 'usb'],
  cdrom: ['scsi', 'sata', 'ide', 'usb'],
  floppy: ['fdc'],
} as const
type DeviceType = keyof typeof buses
type Bus = (typeof buses)[DeviceType][number]

/** How a rescue disk is attached beside the disks of its server, which keep their places and names: a stable device rescue. */
export interface RescueDevice {
  readonly type: DeviceType
  /** The usual bus of the type if absent. */
  readonly bus?: Bus
}

interface RescueImage {
  readonly id: string
  readonly properties: Readonly<Record<string, string>>
}

const isType = (type: string): type is DeviceType => Object.hasOwn(buses, type)

/** The bus that an image names for its devices of a type, where it names none for its rescue. */
const usualBus = (type: DeviceType, { hw_disk_bus, hw_cdrom_bus }: RescueImage['properties']) => {
  switch (type) {
    case 'disk':
      return hw_disk_bus
    case 'cdrom':
      return hw_cdrom_bus
    case 'floppy':
      return undefined
  }
}

/**
 * The device that a rescue image describes by `hw_rescue_device` and `hw_rescue_bus`; undefined when it has neither. Throws
 * `UnsupportedRescueImage` when no guest can have it.
 */
export const rescueDeviceOf = ({ id, properties }: RescueImage): RescueDevice | undefined => {
  const { hw_rescue_device: type = 'disk', hw_rescue_bus: asked } = properties
  if (properties.hw_rescue_device === undefined && asked === undefined) return undefined
  if (!isType(type)) throw errors.UnsupportedRescueImage({ id })
  const named = asked ?? usualBus(type, properties)
  if (named === undefined) return { type }
  const possible: readonly Bus[] = buses[type]
  const bus = possible.find((one) => one === named)
  if (bus === undefined) throw errors.UnsupportedRescueImage({ id })
  return { type, bus }
}

/** Whether servers that boot from volumes can be rescued with an image: as in Nova, one that has both properties. */
export const rescuesVolumes = ({ properties }: Pick<RescueImage, 'properties'>): boolean =>
  properties.hw_rescue_device !== undefined && properties.hw_rescue_bus !== undefined
