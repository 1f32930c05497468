import { errors } from '../../errors.ts'
import type { BlockDevice, EmbeddedFlavor, UnplacedDevice } from '../servers/request-spec.ts'

type Disk = Pick<BlockDevice, 'sourceType' | 'destinationType' | 'guestFormat'>

const isBlankHere = ({ sourceType, destinationType }: Disk): boolean =>
  sourceType === 'blank' && destinationType === 'local'

/** Whether the disk is a swap disk. */
export const isSwap = (disk: Disk): boolean => isBlankHere(disk) && disk.guestFormat === 'swap'

/** Whether the disk is an ephemeral disk: empty, local, deleted with the server. */
export const isEphemeral = (disk: Disk): boolean => isBlankHere(disk) && disk.guestFormat !== 'swap'

/** File systems that hosts can create on ephemeral disks. */
const ephemeralFormats = ['ext2', 'ext3', 'ext4', 'xfs'] as const
type EphemeralFormat = (typeof ephemeralFormats)[number]

export const isEphemeralFormat = (text: string): text is EphemeralFormat =>
  ephemeralFormats.some((format) => format === text)

const invalid = (reason: string): Error => errors.InvalidBlockDevice({ reason })

/** Throws when the ephemeral and swap disks exceed the flavor. */
export const requireLocalDisksFit = (
  devices: readonly UnplacedDevice[],
  { ephemeralGb, swapMb }: EmbeddedFlavor,
  mostLocal: number,
): void => {
  const ephemerals = devices.filter(isEphemeral)
  for (const { guestFormat } of ephemerals)
    if (guestFormat !== undefined && !isEphemeralFormat(guestFormat))
      throw invalid(`${guestFormat} format is not supported`)
  const wanted = ephemerals.reduce((sum, { volumeSizeGb = 0 }) => sum + volumeSizeGb, 0)
  if (wanted > ephemeralGb) throw errors.EphemeralDisksTooLarge()
  const [swap, another] = devices.filter(isSwap)
  if (another !== undefined) throw invalid('More than one swap drive requested.')
  if ((swap?.swapMb ?? 0) > swapMb) throw errors.SwapTooLarge()
  const local = devices.filter(({ destinationType }) => destinationType === 'local').length
  if (mostLocal >= 0 && local > mostLocal)
    throw invalid('You specified more local devices than the limit allows')
}

const blankHere = { sourceType: 'blank', destinationType: 'local', deleteOnTermination: true } as const

/**
 * Adds sizes to local devices, and the flavor's own disks when the request has none of that kind. Disks of size zero
 * are left out.
 */
export const withFlavorsDisks = (
  devices: readonly UnplacedDevice[],
  { ephemeralGb, swapMb }: EmbeddedFlavor,
): readonly UnplacedDevice[] => {
  const sized = devices.map((device) => {
    if (isSwap(device)) return { ...device, swapMb: device.swapMb ?? swapMb }
    return isEphemeral(device) ? { ...device, volumeSizeGb: device.volumeSizeGb ?? ephemeralGb } : device
  })
  const given = [
    ...(devices.some(isEphemeral) ? [] : [{ ...blankHere, volumeSizeGb: ephemeralGb }]),
    ...(devices.some(isSwap) ? [] : [{ ...blankHere, guestFormat: 'swap', swapMb }]),
  ]
  return [...sized, ...given].filter((device) => !isBlankHere(device) || sizeOf(device) > 0)
}

const sizeOf = (device: UnplacedDevice): number => (isSwap(device) ? device.swapMb : device.volumeSizeGb) ?? 0
