import { errors } from './errors.ts'
import type { ImageFormat } from './signatures.ts'

/** Plain disk content, which only guests interpret. */
const asItIs: readonly ImageFormat[] = ['raw', 'mbr', 'gpt']

/**
 * The formats that each `disk_format` may have. A disk that also boots as a CD is both raw and ISO; the disk of an encrypted volume
 * is raw, since only those who have its key interpret it.
 */
const accepted: ReadonlyMap<string, readonly ImageFormat[]> = new Map([
  ['raw', [...asItIs, 'iso', 'luks']],
  ['iso', ['iso']],
  ['qcow2', ['qcow2']],
  ['vmdk', ['vmdk']],
  ['vhd', ['vhd']],
  ['vhdx', ['vhdx']],
  ['vdi', ['vdi']],
])

/** Throws `ImageFormatMismatch` unless an image has its claimed `disk_format`. Formats without a signature count as raw. */
export const requireDiskFormat = (claimed: string, found: ImageFormat): void => {
  if (!(accepted.get(claimed) ?? asItIs).includes(found)) throw errors.ImageFormatMismatch({ claimed, found })
}
