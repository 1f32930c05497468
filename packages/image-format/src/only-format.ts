import { unsafe } from './errors.ts'
import type { ImageFormat } from './signatures.ts'

/** Formats that may coexist with another one, because they are plain disk content. */
const companions: Readonly<Partial<Record<ImageFormat, readonly ImageFormat[]>>> = {
  gpt: ['mbr'],
  // An ISO image that also boots from USB sticks starts with a partition table.
  iso: ['mbr', 'gpt'],
  // A fixed VHD is a raw disk with a footer.
  vhd: ['mbr', 'gpt'],
}

/** The image's only format. An image of two formats is refused: it could be checked as one and then opened as the other. */
export const onlyFormat = (formats: ReadonlySet<ImageFormat>): ImageFormat => {
  if (formats.size === 0) return 'raw'
  for (const format of formats) {
    const others = [...formats].filter((other) => other !== format)
    if (others.every((other) => companions[format]?.includes(other) ?? false)) return format
  }
  throw unsafe(`it is of several formats at once: ${[...formats].sort().join(', ')}`)
}
