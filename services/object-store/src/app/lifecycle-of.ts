import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { LifecycleRule } from '../domain/s3/lifecycle.ts'
import { keptOfBucket } from '../domain/s3/system-metadata.ts'

const Kept = Type.Array(
  Type.Object({
    id: Type.Optional(Type.String()),
    isEnabled: Type.Boolean(),
    prefix: Type.String(),
    expiry: Type.Union([Type.Object({ days: Type.Number() }), Type.Object({ date: Type.String() })]),
  }),
)

/** The lifecycle rules of a bucket; undefined if it has none. */
export const lifecycleOf = (
  metadata: Readonly<Record<string, string>>,
): readonly LifecycleRule[] | undefined => {
  const kept = metadata[keptOfBucket.lifecycle]
  return kept === undefined ? undefined : Value.Parse(Kept, JSON.parse(kept))
}
