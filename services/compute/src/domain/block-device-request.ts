import type { BlockDeviceRequest } from '@nimbo/contracts/compute/create-server'
import { asBoolean } from '@nimbo/contracts/compute/words'
import { newId } from '@nimbo/kernel/ids'
import { errors } from '../errors.ts'
import { nextDevice, rootDevice } from './device-names.ts'
import type { BlockDevice, EmbeddedFlavor } from './request-spec.ts'

const invalid = (reason: string): Error => errors.InvalidBlockDevice({ reason })

type Requested = Omit<BlockDevice, 'id'>

const numberOf = (value: number | string | null | undefined): number | undefined =>
  value === null || value === undefined ? undefined : Number(value)

const sourceOf = (request: BlockDeviceRequest): BlockDevice['sourceType'] => {
  if (request.source_type) return request.source_type
  if (request.volume_id) return 'volume'
  if (request.snapshot_id) return 'snapshot'
  return request.image_id ? 'image' : 'blank'
}

/** Takes one entry of `block_device_mapping_v2`, with the defaults its source implies. */
const read = (request: BlockDeviceRequest): Requested => {
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
  if (destinationType === 'local' && sourceType !== 'blank' && sourceType !== 'image')
    throw invalid(`Mapping ${sourceType} to local is not supported.`)
  const volumeSizeGb = numberOf(request.volume_size)
  if (destinationType === 'volume' && sourceType !== 'volume' && sourceType !== 'snapshot' && !volumeSizeGb)
    throw invalid(
      `${sourceType === 'image' ? 'Images' : 'Blank volumes'} with destination_type 'volume' need to have a non-zero size specified`,
    )
  const bootIndex = numberOf(request.boot_index)
  return {
    sourceType,
    destinationType,
    deleteOnTermination:
      request.delete_on_termination === undefined
        ? destinationType === 'local'
        : asBoolean(request.delete_on_termination),
    ...(sourceType === 'image' && uuid ? { imageId: uuid } : {}),
    ...(sourceType === 'volume' && uuid ? { volumeId: uuid } : {}),
    ...(sourceType === 'snapshot' && uuid ? { snapshotId: uuid } : {}),
    ...(volumeSizeGb ? { volumeSizeGb } : {}),
    ...(bootIndex === undefined ? {} : { bootIndex }),
    ...(request.device_name ? { deviceName: request.device_name } : {}),
    ...(request.guest_format ? { guestFormat: request.guest_format } : {}),
    ...(request.volume_type ? { volumeType: request.volume_type } : {}),
    ...(request.tag ? { tag: request.tag } : {}),
  }
}

/** Entries of the old `block_device_mapping` are volumes and snapshots; the one on the root device boots. */
const readLegacy = (request: BlockDeviceRequest, index: number, boots: boolean): Requested => {
  const { bootIndex: _, ...device } = read({
    ...request,
    source_type: request.snapshot_id ? 'snapshot' : 'volume',
    destination_type: 'volume',
  })
  return boots && index === 0 ? { ...device, bootIndex: 0 } : device
}

const requireBootOrder = (devices: readonly Requested[]): void => {
  const indexes = devices
    .flatMap(({ bootIndex }) => (bootIndex === undefined || bootIndex < 0 ? [] : [bootIndex]))
    .sort((one, other) => one - other)
  if (indexes.length === 0 || indexes.some((bootIndex, position) => bootIndex !== position))
    throw invalid('Boot sequence for the instance and image/block device mapping combination is not valid.')
}

const requireLocalLimit = (devices: readonly Requested[], mostLocal: number): void => {
  const local = devices.filter(({ destinationType }) => destinationType === 'local').length
  if (mostLocal >= 0 && local > mostLocal)
    throw invalid('You specified more local devices than the limit allows')
}

/** Gives each device its place: root first, then the disks of the flavor, then the rest in order. */
const placed = (devices: readonly Requested[], flavor: EmbeddedFlavor): BlockDevice[] => {
  const taken = devices.flatMap(({ deviceName }) => (deviceName ? [deviceName] : []))
  const take = (): string => {
    const name = nextDevice(taken)
    taken.push(name)
    return name
  }
  const root = devices.find(({ bootIndex }) => bootIndex === 0)
  const rootName = root?.deviceName ?? rootDevice
  taken.push(rootName)
  for (const extra of [flavor.ephemeralGb, flavor.swapMb]) if (extra > 0) take()
  return devices.map((device) => ({
    ...device,
    id: newId(),
    deviceName: device === root ? rootName : (device.deviceName ?? take()),
  }))
}

/**
 * The disks of a server from a request: the image's root disk, and what the mappings ask for. Throws
 * `InvalidBlockDevice` unless exactly one of them boots first.
 */
export const readBlockDevices = (
  request: {
    readonly imageId: string | undefined
    readonly devices: readonly BlockDeviceRequest[]
    readonly legacy: readonly BlockDeviceRequest[]
  },
  flavor: EmbeddedFlavor,
  mostLocal: number,
): BlockDevice[] => {
  const { imageId, devices, legacy } = request
  if (devices.length > 0 && legacy.length > 0)
    throw errors.BadRequest({
      reason: 'Using different block_device_mapping syntaxes is not allowed in the same request.',
    })
  const used = (one: BlockDeviceRequest): boolean => one.no_device === undefined || one.no_device === null
  const asked = [
    ...devices.filter(used).map(read),
    ...legacy.filter(used).map((one, index) => readLegacy(one, index, imageId === undefined)),
  ]
  const root: Requested = {
    sourceType: 'image',
    destinationType: 'local',
    deleteOnTermination: true,
    bootIndex: 0,
    ...(imageId === undefined ? {} : { imageId }),
  }
  const rootAsked = asked.some(({ bootIndex }) => bootIndex === 0)
  const whole = imageId === undefined || rootAsked ? asked : [root, ...asked]
  requireBootOrder(whole)
  requireLocalLimit(whole, mostLocal)
  return placed(whole, flavor)
}
