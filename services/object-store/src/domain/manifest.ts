import { hash } from 'node:crypto'
import { Type } from 'typebox'
import { Value } from 'typebox/value'

/** A segment in the stored manifest of a static large object. */
const KeptSegment = Type.Union([
  Type.Object({
    name: Type.String(),
    hash: Type.String(),
    bytes: Type.Integer(),
    content_type: Type.String(),
    last_modified: Type.String(),
    range: Type.Optional(Type.String()),
    sub_slo: Type.Optional(Type.Boolean()),
  }),
  Type.Object({ data: Type.String() }),
])
const Manifest = Type.Array(KeptSegment)

export type KeptSegment = Type.Static<typeof KeptSegment>
export type NamedSegment = Exclude<KeptSegment, { data: string }>

/** Parses a stored manifest. Throws when it is not in the stored format. */
export const parseManifest = (text: string): readonly KeptSegment[] => Value.Parse(Manifest, JSON.parse(text))

/** The first and last byte that a segment contributes. */
export const rangeOfSegment = ({
  range,
  bytes,
}: NamedSegment): { readonly first: number; readonly last: number } => {
  const [, first = '', last = ''] = /^(\d*)-(\d*)$/.exec(range ?? '') ?? []
  if (first === '' && last === '') return { first: 0, last: bytes - 1 }
  if (first === '') return { first: Math.max(0, bytes - Number(last)), last: bytes - 1 }
  return { first: Number(first), last: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) }
}

/** The number of bytes that a segment contributes. */
export const sizeOfSegment = (segment: KeptSegment): number => {
  if ('data' in segment) return Buffer.from(segment.data, 'base64').length
  const { first, last } = rangeOfSegment(segment)
  return last - first + 1
}

const written = (segment: KeptSegment): object => {
  if ('data' in segment) return segment
  const { name, hash, bytes, range } = segment
  return { path: name, etag: hash, size_bytes: bytes, ...(range === undefined ? {} : { range }) }
}

/** The manifest in the format in which a client uploads it. */
export const rewritten = (segments: readonly KeptSegment[]): string => JSON.stringify(segments.map(written))

/** The text that a segment contributes to the ETag of the large object. */
const tagOf = (segment: KeptSegment): string => {
  if ('data' in segment) return hash('md5', Buffer.from(segment.data, 'base64'), 'hex')
  return segment.range === undefined ? segment.hash : `${segment.hash}:${segment.range};`
}

/** The ETag of a static large object, without quotes. */
export const etagOfManifest = (segments: readonly KeptSegment[]): string =>
  hash('md5', segments.map(tagOf).join(''), 'hex')
