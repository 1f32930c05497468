import { listCell, recordCell } from '../../output/cells.ts'
import { everyField, type Result, type Row } from '../../output/result.ts'

const known = new Set([
  'status',
  'name',
  'container_format',
  'created_at',
  'size',
  'disk_format',
  'updated_at',
  'visibility',
  'min_disk',
  'protected',
  'id',
  'file',
  'checksum',
  'owner',
  'virtual_size',
  'min_ram',
  'schema',
])

/** Members shown separately, or not at all. */
const hidden = new Set(['tags', 'location', 'self'])

const units = ['', 'K', 'M', 'G', 'T', 'P', 'E', 'Z']

/** 12.7M for 12716032: decimal prefixes, at most one decimal place. */
const sizeText = (bytes: number): string => {
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1000 ** power).toFixed(1).replace(/\.0$/, '')}${units[power]}`
}

/** An image for display: the standard members, and all others under `properties`. */
export const showImage = (image: Row, humanReadable = false): Result => {
  const entries = Object.entries(image).filter(([, value]) => value !== null)
  const common = Object.fromEntries(entries.filter(([key]) => known.has(key)))
  const others = entries.filter(([key]) => !known.has(key) && !hidden.has(key))
  return everyField({
    ...common,
    ...(humanReadable && typeof image.size === 'number' && { size: sizeText(image.size) }),
    tags: listCell(image.tags ?? []),
    ...(others.length > 0 && { properties: recordCell(Object.fromEntries(others)) }),
  })
}
