import type { BlockDeviceRequest } from '@nimbo/contracts/compute/create-server'
import { present } from '../../resource-type/present.ts'
import type { ServerProperties } from './server-properties.ts'

type Device = NonNullable<ServerProperties['block_device_mapping_v2']>[number]
type OlderDevice = NonNullable<ServerProperties['block_device_mapping']>[number]

type Source = Pick<
  BlockDeviceRequest,
  'source_type' | 'destination_type' | 'uuid' | 'volume_size' | 'guest_format' | 'delete_on_termination'
>

const sourceOf = (device: Device): Source => {
  const { volume_id, image, snapshot_id, swap_size, ephemeral_size, ephemeral_format } = device
  if (volume_id !== undefined) return { source_type: 'volume', destination_type: 'volume', uuid: volume_id }
  if (image !== undefined) return { source_type: 'image', destination_type: 'volume', uuid: image }
  if (snapshot_id !== undefined)
    return { source_type: 'snapshot', destination_type: 'volume', uuid: snapshot_id }
  const local = { source_type: 'blank', destination_type: 'local', delete_on_termination: true } as const
  if (swap_size !== undefined) return { ...local, guest_format: 'swap', volume_size: swap_size }
  if (ephemeral_size !== undefined)
    return present({ ...local, volume_size: ephemeral_size, guest_format: ephemeral_format })
  return { source_type: 'blank', destination_type: 'volume' }
}

const deviceOf = (device: Device): BlockDeviceRequest => {
  const { device_name, device_type, disk_bus, boot_index, volume_size, volume_type } = device
  const isExtra = device.swap_size !== undefined || device.ephemeral_size !== undefined
  return present({
    ...{ device_name, device_type, disk_bus, volume_size, volume_type },
    ...(device.delete_on_termination === undefined
      ? {}
      : { delete_on_termination: device.delete_on_termination }),
    ...sourceOf(device),
    boot_index: boot_index ?? (isExtra ? -1 : undefined),
  })
}

/** A device of `block_device_mapping`; the first one is the boot device if there is no image. */
const olderDeviceOf = ({ volume_id, snapshot_id, ...device }: OlderDevice, index: number, boots: boolean) =>
  present({
    ...device,
    source_type: volume_id === undefined ? ('snapshot' as const) : ('volume' as const),
    destination_type: 'volume' as const,
    uuid: volume_id ?? snapshot_id,
    boot_index: boots && index === 0 ? 0 : -1,
  })

/** The block devices of a server, in addition to or instead of the image's disk. */
export const blockDevicesOf = ({
  image,
  block_device_mapping: older = [],
  block_device_mapping_v2: newer = [],
}: ServerProperties): BlockDeviceRequest[] | undefined => {
  const devices = [
    ...newer.map(deviceOf),
    ...older.map((device, index) => olderDeviceOf(device, index, image === undefined)),
  ]
  if (devices.length === 0) return undefined
  if (image === undefined || devices.some(({ boot_index }) => boot_index === 0)) return devices
  const root = {
    source_type: 'image',
    destination_type: 'local',
    uuid: image,
    boot_index: 0,
    delete_on_termination: true,
  } as const
  return [root, ...devices]
}

/** Checks the disks of a server; returns what is wrong. */
export const diskProblems = ({
  image,
  block_device_mapping,
  block_device_mapping_v2,
}: Partial<ServerProperties>): readonly string[] => {
  const devices = [...(block_device_mapping ?? []), ...(block_device_mapping_v2 ?? [])]
  const both = block_device_mapping !== undefined && block_device_mapping_v2 !== undefined
  return [
    ...(both
      ? [
          'Cannot define the following properties at the same time: block_device_mapping, block_device_mapping_v2.',
        ]
      : []),
    ...(image === undefined && devices.length === 0
      ? ['Neither image nor bootable volume is specified for instance.']
      : []),
  ]
}
