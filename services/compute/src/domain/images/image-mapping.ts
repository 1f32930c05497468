import { BlockDevice, type BlockDeviceRequest } from '@nimbo/contracts/compute/create-server'
import { Type } from 'typebox'
import Value from 'typebox/value'
import { errors } from '../../errors.ts'
import type { BlockDevice as Disk } from '../servers/request-spec.ts'
import type { Server } from '../servers/server.ts'

/** A disk of a server, with its snapshot if it is a volume. */
export interface MappedDisk {
  readonly disk: Disk
  readonly snapshot?: { readonly id: string; readonly size: number }
}

const entryOf = ({ disk, snapshot }: MappedDisk): BlockDeviceRequest => ({
  boot_index: disk.bootIndex ?? null,
  device_name: disk.deviceName ?? null,
  delete_on_termination: disk.deleteOnTermination,
  guest_format: disk.guestFormat ?? null,
  disk_bus: disk.diskBus ?? null,
  device_type: disk.deviceType ?? null,
  ...(disk.tag === undefined ? {} : { tag: disk.tag }),
  ...(snapshot === undefined
    ? {
        source_type: disk.sourceType,
        destination_type: disk.destinationType,
        volume_size: disk.swapMb ?? disk.volumeSizeGb ?? null,
      }
    : {
        source_type: 'snapshot',
        destination_type: 'volume',
        snapshot_id: snapshot.id,
        volume_size: snapshot.size,
      }),
})

/** The properties of an image without data that describe the disks of its servers. */
export const imageMapping = (
  { rootDeviceName }: Pick<Server, 'rootDeviceName'>,
  disks: readonly MappedDisk[],
): Readonly<Record<string, string>> => ({
  bdm_v2: 'True',
  block_device_mapping: JSON.stringify(disks.map(entryOf)),
  root_device_name: rootDeviceName ?? '/dev/vda',
})

/** The properties of such an image that say how its servers boot, as those of other images do. */
export const withoutMapping = ({
  bdm_v2: _isMapping,
  block_device_mapping: _disks,
  root_device_name: _device,
  ...properties
}: Readonly<Record<string, string>>): Readonly<Record<string, string>> => properties

/** An entry without nulls and without attributes that requests cannot have. */
const entryIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).filter(
          ([name, said]) => said !== null && Object.hasOwn(BlockDevice.properties, name),
        ),
      )
    : value

const isList = (value: unknown): value is readonly BlockDeviceRequest[] =>
  Value.Check(Type.Array(BlockDevice), value)

/**
 * The block device mapping of an image; empty for an ordinary image. Throws `InvalidBlockDevice` when it is not a valid
 * list.
 */
export const mappingOf = (properties: Readonly<Record<string, string>>): readonly BlockDeviceRequest[] => {
  const { block_device_mapping: text } = properties
  if (text === undefined || properties.bdm_v2?.toLowerCase() !== 'true') return []
  try {
    const mapping: unknown = JSON.parse(text)
    const entries = Array.isArray(mapping) ? mapping.map(entryIn) : undefined
    if (isList(entries)) return entries
  } catch {
    // The error below covers text that is not JSON, too.
  }
  throw errors.InvalidBlockDevice({ reason: 'the block device mapping of the image is not valid.' })
}

const bootOrder = ({ boot_index: index }: BlockDeviceRequest): number | undefined =>
  index === null || index === undefined || Number(index) < 0 ? undefined : Number(index)

/** Merges the disks of an image with those of a request, which take precedence on the same device. */
export const withImageMapping = (
  ofImage: readonly BlockDeviceRequest[],
  asked: readonly BlockDeviceRequest[],
): readonly BlockDeviceRequest[] => {
  const taken = (one: BlockDeviceRequest): boolean =>
    asked.some(
      (other) =>
        (bootOrder(one) !== undefined && bootOrder(one) === bootOrder(other)) ||
        (typeof one.device_name === 'string' && one.device_name === other.device_name),
    )
  return [...ofImage.filter((one) => !taken(one)), ...asked]
}
