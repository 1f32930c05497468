import type { BlockDeviceRequest } from '@nimbo/contracts/compute/create-server'
import { asBoolean } from '@nimbo/contracts/compute/words'
import { errors } from '../../errors.ts'
import { isEphemeral, requireLocalDisksFit, withFlavorsDisks } from './local-disks.ts'
import { placedDevices } from './place-devices.ts'
import type { BlockDevice, EmbeddedFlavor, UnplacedDevice } from '../servers/request-spec.ts'

const invalid = (reason: string): Error => errors.InvalidBlockDevice({ reason })

/** The buses in Nova's schema; the hypervisor supports some of them. */
const diskBuses = ['fdc', 'ide', 'sata', 'scsi', 'usb', 'virtio', 'xen', 'lxc', 'uml']

const numberOf = (value: number | string | null | undefined): number | undefined =>
  value === null || value === undefined ? undefined : Number(value)

const sourceOf = (request: BlockDeviceRequest): BlockDevice['sourceType'] => {
  if (request.source_type) return request.source_type
  if (request.volume_id) return 'volume'
  if (request.snapshot_id) return 'snapshot'
  return request.image_id ? 'image' : 'blank'
}

/** The source and destination of a device. */
interface Origin extends Pick<BlockDevice, 'sourceType' | 'destinationType'> {
  readonly uuid: string | undefined
}

const originOf = (request: BlockDeviceRequest): Origin => {
  const sourceType = sourceOf(request)
  const bySource = {
    volume: request.volume_id,
    snapshot: request.snapshot_id,
    image: request.image_id,
    blank: undefined,
  }
  const uuid = request.uuid ?? bySource[sourceType]
  if (sourceType !== 'blank' && !uuid) throw invalid('Missing device UUID.')
  if (sourceType === 'blank' && uuid) throw invalid('Invalid device UUID.')
  const destinationType =
    request.destination_type ?? (sourceType === 'blank' || sourceType === 'image' ? 'local' : 'volume')
  return { sourceType, destinationType, uuid }
}

/**
 * The device that a guest sees, and its bus if none is asked for: SATA, which machines of all types have, for CDs. As in
 * Nova, unknown types are plain disks; so are all local disks.
 */
const deviceOf = (
  { destinationType }: Origin,
  { device_type: type, disk_bus: bus }: BlockDeviceRequest,
): Pick<BlockDevice, 'deviceType' | 'diskBus'> => {
  switch (destinationType === 'volume' ? type : undefined) {
    case 'cdrom':
      return { deviceType: 'cdrom', diskBus: bus || 'sata' }
    case 'floppy':
      return { deviceType: 'floppy', diskBus: bus || 'fdc' }
    default:
      return bus ? { diskBus: bus } : {}
  }
}

/** An image can become a local disk only if it is the server's own, for the root disk. */
const requireMappable = (
  { sourceType, destinationType, uuid }: Origin,
  { boot_index, volume_type }: BlockDeviceRequest,
  imageId: string | undefined,
): void => {
  const isLocal = destinationType === 'local'
  const isServersImage = uuid === imageId && numberOf(boot_index) === 0
  if (isLocal && sourceType !== 'blank' && !(sourceType === 'image' && isServersImage))
    throw invalid(`Mapping ${sourceType} to local is not supported.`)
  if (isLocal && volume_type)
    throw invalid('Specifying a volume_type with destination_type=local is not supported.')
  if (sourceType === 'volume' && volume_type)
    throw invalid('Specifying volume type to existing volume is not supported.')
}

const requireSize = ({ sourceType, destinationType }: Origin, size: number | undefined): void => {
  if (destinationType === 'local' || size) return
  if (sourceType === 'image')
    throw invalid("Images with destination_type 'volume' need to have a non-zero size specified")
  if (sourceType === 'blank')
    throw invalid("Blank volumes (source: 'blank', dest: 'volume') need to have non-zero size")
}

/** The volumes of this cloud are no SCSI devices of the host, which alone can be passed to a guest as such. */
const requireDevice = ({ device_type }: BlockDeviceRequest): void => {
  if (device_type === 'lun') throw invalid('The device type lun is not supported.')
}

const requirePlace = ({ device_name, disk_bus }: BlockDeviceRequest): void => {
  if (device_name?.includes(' ')) throw invalid('Device name contains spaces.')
  if (disk_bus && !diskBuses.includes(disk_bus))
    throw invalid(`The provided disk bus ${disk_bus} is not valid.`)
}

/** The size of a device in bytes of the request: swap is given in MiB, everything else in GiB. */
const sizeOf = (
  { destinationType }: Origin,
  { guest_format }: BlockDeviceRequest,
  size: number | undefined,
): Pick<BlockDevice, 'swapMb' | 'volumeSizeGb'> => {
  if (!size) return {}
  return destinationType === 'local' && guest_format === 'swap' ? { swapMb: size } : { volumeSizeGb: size }
}

const idOf = ({ sourceType, uuid }: Origin): Pick<BlockDevice, 'imageId' | 'volumeId' | 'snapshotId'> => {
  if (!uuid) return {}
  switch (sourceType) {
    case 'image':
      return { imageId: uuid }
    case 'volume':
      return { volumeId: uuid }
    case 'snapshot':
      return { snapshotId: uuid }
    case 'blank':
      return {}
  }
}

/** Parses one entry of `block_device_mapping_v2`, with the defaults of its source type. */
const read = (request: BlockDeviceRequest, imageId: string | undefined): UnplacedDevice => {
  const origin = originOf(request)
  requireMappable(origin, request, imageId)
  const size = numberOf(request.volume_size)
  requireSize(origin, size)
  requirePlace(request)
  requireDevice(request)
  const bootIndex = numberOf(request.boot_index)
  return {
    sourceType: origin.sourceType,
    destinationType: origin.destinationType,
    deleteOnTermination:
      request.delete_on_termination === undefined
        ? origin.destinationType === 'local'
        : asBoolean(request.delete_on_termination),
    ...idOf(origin),
    ...sizeOf(origin, request, size),
    ...(bootIndex === undefined ? {} : { bootIndex }),
    ...(request.device_name ? { deviceName: request.device_name } : {}),
    ...(request.guest_format ? { guestFormat: request.guest_format } : {}),
    ...deviceOf(origin, request),
    ...(request.volume_type ? { volumeType: request.volume_type } : {}),
    ...(request.tag ? { tag: request.tag } : {}),
  }
}

/** Entries of the legacy `block_device_mapping` are volumes and snapshots; the one for the root device is booted. */
const readLegacy = (request: BlockDeviceRequest, index: number, boots: boolean): UnplacedDevice => {
  const asked = {
    ...request,
    source_type: request.snapshot_id ? ('snapshot' as const) : ('volume' as const),
    destination_type: 'volume' as const,
  }
  const { bootIndex: _, ...device } = read(asked, undefined)
  return boots && index === 0 ? { ...device, bootIndex: 0 } : device
}

const requireBootOrder = (devices: readonly UnplacedDevice[]): void => {
  const indexes = devices
    .flatMap(({ bootIndex }) => (bootIndex === undefined || bootIndex < 0 ? [] : [bootIndex]))
    .sort((one, other) => one - other)
  if (indexes.length === 0 || indexes.some((bootIndex, position) => bootIndex !== position))
    throw invalid('Boot sequence for the instance and image/block device mapping combination is not valid.')
}

/** Options about local disks. */
export interface LocalDiskOptions {
  readonly max_local_block_devices: number
  readonly default_ephemeral_format?: string | undefined
}

/**
 * The disks of a server: the image's root disk, the requested devices, and those of its flavor. Throws
 * `InvalidBlockDevice` unless exactly one boots first, all device names differ, and the flavor allows them.
 */
export const readBlockDevices = (
  request: {
    readonly imageId: string | undefined
    readonly devices: readonly BlockDeviceRequest[]
    readonly legacy: readonly BlockDeviceRequest[]
  },
  flavor: EmbeddedFlavor,
  { max_local_block_devices: mostLocal, default_ephemeral_format: format }: LocalDiskOptions,
): BlockDevice[] => {
  const { imageId, devices, legacy } = request
  if (devices.length > 0 && legacy.length > 0)
    throw errors.BadRequest({
      reason: 'Using different block_device_mapping syntaxes is not allowed in the same request.',
    })
  const used = (one: BlockDeviceRequest): boolean => one.no_device === undefined || one.no_device === null
  const asked = [
    ...devices.filter(used).map((one) => read(one, imageId)),
    ...legacy.filter(used).map((one, index) => readLegacy(one, index, imageId === undefined)),
  ]
  const root: UnplacedDevice = {
    sourceType: 'image',
    destinationType: 'local',
    deleteOnTermination: true,
    bootIndex: 0,
    ...(imageId === undefined ? {} : { imageId }),
  }
  const rootAsked = asked.some(({ bootIndex }) => bootIndex === 0)
  const whole = imageId === undefined || rootAsked ? asked : [root, ...asked]
  requireBootOrder(whole)
  const all = withFlavorsDisks(whole, flavor).map((device) =>
    format !== undefined && isEphemeral(device) ? { guestFormat: format, ...device } : device,
  )
  requireLocalDisksFit(all, flavor, mostLocal)
  return placedDevices(all, { bootsFromImage: imageId !== undefined })
}
