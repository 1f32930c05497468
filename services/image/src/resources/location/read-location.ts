import { type Static, Type } from 'typebox'
import Value from 'typebox/value'
import { errors } from '../../errors.ts'

const Given = Type.Object(
  {
    url: Type.String({ minLength: 1, maxLength: 2048 }),
    metadata: Type.Record(Type.String(), Type.Unknown()),
    validation_data: Type.Optional(
      Type.Object(
        {
          checksum: Type.Optional(Type.String({ pattern: '^[0-9a-fA-F]{32}$' })),
          os_hash_algo: Type.String({ minLength: 1, maxLength: 64 }),
          os_hash_value: Type.String({ minLength: 1, maxLength: 128, pattern: '^[0-9a-fA-F]+$' }),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false },
)

/** A location as a user gives it. */
export interface GivenLocation {
  readonly url: string
  readonly metadata: Static<typeof Given>['metadata']
  readonly validation?: {
    readonly checksum: string | undefined
    readonly algorithm: string
    readonly hashValue: string
  }
}

/** Reads one location of a patch; throws if it is malformed. */
export const readLocation = (value: unknown): GivenLocation => {
  if (!Value.Check(Given, value)) throw errors.Invalid({ reason: 'Invalid location' })
  const { url, metadata, validation_data: known } = value
  if (known === undefined) return { url, metadata }
  const { checksum, os_hash_algo: algorithm, os_hash_value } = known
  return {
    ...{ url, metadata },
    validation: {
      checksum: checksum?.toLowerCase(),
      algorithm,
      hashValue: os_hash_value.toLowerCase(),
    },
  }
}

/** Reads a list of locations. */
export const readLocations = (value: unknown): readonly GivenLocation[] => {
  if (!Array.isArray(value)) throw errors.Invalid({ reason: 'Invalid locations' })
  return value.map(readLocation)
}
