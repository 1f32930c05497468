import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { errors } from '../../errors.ts'

/** A segment in a client's manifest: a reference to an object, or inline data. */
const WrittenSegment = Type.Union([
  Type.Object(
    {
      path: Type.String({ minLength: 1 }),
      etag: Type.Optional(Type.Union([Type.String(), Type.Null()])),
      size_bytes: Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Type.Null()])),
      range: Type.Optional(
        Type.Union([Type.String({ pattern: String.raw`^(\d+-\d*|\d*-\d+)$` }), Type.Null()]),
      ),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    { data: Type.String({ minLength: 1, pattern: '^[A-Za-z0-9+/]+={0,2}$' }) },
    { additionalProperties: false },
  ),
])
const WrittenManifest = Type.Array(WrittenSegment)

export type WrittenSegment = Type.Static<typeof WrittenSegment>

const invalid = (reason: string, cause?: unknown) => errors.Invalid({ reason }, { cause })

/** Parses a client's manifest. Checks only its syntax and the number of segments. */
export const readManifest = (text: string, most: number): readonly WrittenSegment[] => {
  let manifest: unknown
  try {
    manifest = JSON.parse(text)
  } catch (cause) {
    throw invalid('Manifest must be valid JSON.\n', cause)
  }
  if (!Array.isArray(manifest)) throw invalid('Manifest must be a list.\n')
  if (!Value.Check(WrittenManifest, manifest)) {
    const index = manifest.findIndex((segment) => !Value.Check(WrittenSegment, segment))
    throw invalid(
      `Index ${index}: not a segment: it wants path, with etag, size_bytes and range beside it, or data\n`,
    )
  }
  if (manifest.length > most) throw errors.TooLarge({ reason: `Number of segments must be <= ${most}` })
  if (!manifest.some((segment) => 'path' in segment))
    throw invalid('Inline data segments require at least one object-backed segment.\n')
  return manifest
}
