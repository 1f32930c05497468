import { unsafe } from './errors.ts'
import type { ImageFormat } from './signatures.ts'

/** What may stand before a disk of that format, or within it, since it is bytes of a disk as they are. */
const companions: Readonly<Partial<Record<ImageFormat, readonly ImageFormat[]>>> = {
  gpt: ['mbr'],
  // One that also boots from a memory stick begins with a partition table.
  iso: ['mbr', 'gpt'],
  // A fixed one is a raw disk before its footer.
  vhd: ['mbr', 'gpt'],
}

/**
 * The one format that an image is of. An image of two is refused: who judges it by the one would have it read by the other.
 */
export const onlyFormat = (formats: ReadonlySet<ImageFormat>): ImageFormat => {
  if (formats.size === 0) return 'raw'
  for (const format of formats) {
    const others = [...formats].filter((other) => other !== format)
    if (others.every((other) => companions[format]?.includes(other) ?? false)) return format
  }
  throw unsafe(`it is of several formats at once: ${[...formats].sort().join(', ')}`)
}
