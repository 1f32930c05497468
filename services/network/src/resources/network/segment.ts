import type { NetworkType } from '@nimbo/contracts/network/network'

/** The segment of a network. */
export interface Segment {
  readonly type: NetworkType
  readonly physicalNetwork: string | null
  readonly segmentationId: number | null
}

/** Inclusive at both ends. */
export interface IdRange {
  readonly first: number
  readonly last: number
}

const rangeOf = (first: string | undefined, last: string | undefined, text: string): IdRange => {
  const range = { first: Number(first), last: Number(last) }
  if (!(range.first > 0 && range.last >= range.first))
    throw new RangeError(`${text} is not a range of segments`)
  return range
}

/** Parses ranges such as `1:1000`. */
export const parseRanges = (texts: readonly string[]): IdRange[] =>
  texts.map((text) => rangeOf(text.split(':')[0], text.split(':')[1], text))

/** Parses `physnet1:100:199`; a physical network without a range gives none. */
export const parseVlanRanges = (texts: readonly string[]): Map<string, IdRange[]> => {
  const ranges = new Map<string, IdRange[]>()
  for (const text of texts) {
    const [name = '', first, last] = text.split(':')
    const known = ranges.get(name) ?? []
    ranges.set(name, first === undefined ? known : [...known, rangeOf(first, last, text)])
  }
  return ranges
}

/** A key that is equal for two segments that would carry the same traffic. Each local network has its own. */
export const segmentKey = (networkId: string, { type, physicalNetwork, segmentationId }: Segment): string =>
  type === 'local' ? `local:${networkId}` : [type, physicalNetwork ?? '', segmentationId ?? ''].join(':')
