/** First and last byte, both included. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** More ranges than these in one request are no honest wish; the whole is sent then. */
const mostRanges = 50

/**
 * The ranges that a `Range` header asks of `size` bytes: undefined for the whole, an empty list when none of them can be
 * satisfied. RFC 9110, section 14.2: what cannot be read is as if it were not there.
 */
export const readRanges = (header: string | undefined, size: number): readonly ByteRange[] | undefined => {
  const [, list] = /^bytes=(.*)$/i.exec(header?.trim() ?? '') ?? []
  if (list === undefined) return undefined
  const parts = list.split(',').map((part) => /^\s*(\d*)-(\d*)\s*$/.exec(part))
  if (parts.length > mostRanges) return undefined
  const ranges: ByteRange[] = []
  for (const part of parts) {
    const [, from = '', to = ''] = part ?? []
    if (from === '' && to === '') return undefined
    if (from !== '' && to !== '' && Number(from) > Number(to)) return undefined
    const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
    const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
    if (first <= last) ranges.push({ first, last })
  }
  return ranges
}
