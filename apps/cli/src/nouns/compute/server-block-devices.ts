import { findId } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import type { Session } from '../../cloud/session.ts'
import { integer, list, records, text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import type { Row } from '../../output/result.ts'
import { imageKind } from '../image/image-kind.ts'
import { snapshotKind, volumeKind } from '../volume/volume-kinds.ts'

const deviceKeys = [
  'uuid',
  'source_type',
  'destination_type',
  'disk_bus',
  'device_type',
  'device_name',
  'volume_size',
  'guest_format',
  'boot_index',
  'delete_on_termination',
  'tag',
  'volume_type',
] as const

/** The options of `server create` that define its disks. */
export const blockDeviceOptions = {
  volume: text('<volume>', 'Create server using this volume as the boot disk (name or ID)'),
  snapshot: text('<snapshot>', 'Create server using this snapshot as the boot disk (name or ID)'),
  bootFromVolume: integer(
    '<volume-size>',
    'Create a volume of this size (in GB) from the image and boot from it',
  ),
  blockDevice: records(
    deviceKeys,
    '<key=value[,key=value]>',
    'Create a block device on the server (repeatable)',
  ),
  blockDeviceMapping: list(
    '<dev-name=id[:type[:size[:delete-on-terminate]]]>',
    'Deprecated, use --block-device: a volume, or one made from a snapshot or an image (repeatable)',
  ),
  swap: integer('<swap>', 'Create and attach a local swap disk of this size, in MiB'),
  ephemeral: records(
    ['size', 'format'],
    '<size=size[,format=format]>',
    'Create and attach a local ephemeral block device (repeatable)',
  ),
}

export type BlockDevicesAsked = {
  readonly [Key in keyof typeof blockDeviceOptions]: ReturnType<(typeof blockDeviceOptions)[Key]['read']>
}

type DeviceAsked = BlockDevicesAsked['blockDevice'][number]

const wholeNumber = (
  key: string,
  value: string | undefined,
  option = '--block-device',
): number | undefined => {
  if (value === undefined) return undefined
  if (/^-?\d+$/.test(value)) return Number(value)
  throw new UsageError(`argument ${option}: ${key} must be a whole number, not '${value}'`)
}

/** The words for yes and no that the openstack client takes. */
const truth = (key: string, value: string | undefined, option = '--block-device'): boolean | undefined => {
  if (value === undefined) return undefined
  if (/^(1|t|true|on|y|yes)$/i.test(value)) return true
  if (/^(0|f|false|off|n|no)$/i.test(value)) return false
  throw new UsageError(`argument ${option}: ${key} must be true or false, not '${value}'`)
}

const device = (asked: DeviceAsked): Row => {
  const source = asked.source_type ?? (asked.uuid === undefined ? 'blank' : 'volume')
  return given({
    ...asked,
    source_type: source,
    destination_type:
      asked.destination_type ?? (source === 'image' || source === 'blank' ? 'local' : 'volume'),
    boot_index: wholeNumber('boot_index', asked.boot_index) ?? null,
    volume_size: wholeNumber('volume_size', asked.volume_size),
    delete_on_termination: truth('delete_on_termination', asked.delete_on_termination),
  })
}

const mappedKinds = { volume: volumeKind, snapshot: snapshotKind, image: imageKind }
const isMapped = (type: string): type is keyof typeof mappedKinds => Object.hasOwn(mappedKinds, type)

/** A device in the words of `--block-device-mapping`: `vdb=backup:volume::true`. */
const mapped = async (session: Session, word: string): Promise<Row> => {
  const [, device_name = '', target = ''] = /^([^=]+)=(.+)$/s.exec(word) ?? []
  const [nameOrId = '', type = '', size = '', deletion = '', ...more] = target.split(':')
  if (nameOrId === '' || more.length > 0)
    throw new UsageError(
      `Invalid argument ${word}; argument must be of form 'dev-name=id[:type[:size[:delete-on-terminate]]]'`,
    )
  const source_type = type || 'volume'
  if (!isMapped(source_type))
    throw new UsageError(`Invalid argument ${word}; 'type' must be one of: volume, snapshot, image`)
  return given({
    device_name,
    source_type,
    destination_type: 'volume',
    volume_size: wholeNumber('size', size || undefined, '--block-device-mapping'),
    delete_on_termination: truth('delete-on-terminate', deletion || undefined, '--block-device-mapping'),
    uuid: await findId(session, mappedKinds[source_type], nameOrId),
  })
}

const blank = { source_type: 'blank', destination_type: 'local', boot_index: -1, delete_on_termination: true }

const bootDevice = async (
  session: Session,
  asked: BlockDevicesAsked,
  image: string | undefined,
): Promise<readonly Row[]> => {
  const root = { boot_index: 0, destination_type: 'volume' }
  if (asked.volume !== undefined) {
    return [{ ...root, source_type: 'volume', uuid: await findId(session, volumeKind, asked.volume) }]
  }
  if (asked.snapshot !== undefined) {
    const uuid = await findId(session, snapshotKind, asked.snapshot)
    return [{ ...root, source_type: 'snapshot', uuid, delete_on_termination: false }]
  }
  if (asked.bootFromVolume !== undefined) {
    return [{ ...root, source_type: 'image', uuid: image, volume_size: asked.bootFromVolume }]
  }
  return []
}

/** The server's block devices; none when it has only the disk of its image. `image` is the id of the image. */
export const blockDevices = async (
  session: Session,
  asked: BlockDevicesAsked,
  image: string | undefined,
): Promise<readonly Row[]> => {
  const boot = await bootDevice(session, asked, image)
  const others = [
    ...(asked.swap === undefined ? [] : [{ ...blank, guest_format: 'swap', volume_size: asked.swap }]),
    ...asked.ephemeral.map(({ size, format }) => ({
      ...blank,
      ...given({ volume_size: wholeNumber('size', size, '--ephemeral'), guest_format: format }),
    })),
    ...(await Promise.all(asked.blockDeviceMapping.map((word) => mapped(session, word)))),
    ...asked.blockDevice.map(device),
  ]
  if (boot.length > 0 || others.length === 0 || image === undefined) return [...boot, ...others]
  // With other block devices, compute requires the image's own disk to be listed.
  const root = {
    source_type: 'image',
    destination_type: 'local',
    boot_index: 0,
    uuid: image,
    delete_on_termination: true,
  }
  return [root, ...others]
}
