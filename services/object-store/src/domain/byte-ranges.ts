/** First and last byte, inclusive. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

/** Requests with more ranges than this are treated as abuse and get the whole object. */
const mostRanges = 50

/**
 * The ranges that a `Range` header requests of `size` bytes: undefined for the whole, an empty list when none is satisfiable. An
 * invalid header is ignored (RFC 9110, section 14.2).
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
