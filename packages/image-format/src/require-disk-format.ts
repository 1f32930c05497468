import { errors } from './errors.ts'
import type { ImageFormat } from './signatures.ts'

/** Disks as they are, which guests read and hosts do not. */
const asItIs: readonly ImageFormat[] = ['raw', 'mbr', 'gpt']

/** What an image may be, by the `disk_format` it is said to have. A disk that also boots as a CD is both raw and ISO. */
const accepted: ReadonlyMap<string, readonly ImageFormat[]> = new Map([
  ['raw', [...asItIs, 'iso']],
  ['iso', ['iso']],
  ['qcow2', ['qcow2']],
  ['vmdk', ['vmdk']],
  ['vhd', ['vhd']],
  ['vhdx', ['vhdx']],
  ['vdi', ['vdi']],
])

/** Throws `ImageFormatMismatch` unless an image is of the `disk_format` it is said to have. Formats without a sign are as raw. */
export const requireDiskFormat = (claimed: string, found: ImageFormat): void => {
  if (!(accepted.get(claimed) ?? asItIs).includes(found)) throw errors.ImageFormatMismatch({ claimed, found })
}
