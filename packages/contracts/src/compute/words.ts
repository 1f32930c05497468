import { type Static, Type } from 'typebox'

/** Values with several spellings; `asBoolean` and `asInteger` parse them. */
export const BooleanLike = Type.Union([
  Type.Boolean(),
  Type.Union(
    ['True', 'TRUE', 'true', '1', 'ON', 'On', 'on', 'YES', 'Yes', 'yes', 'y', 't'].map((word) =>
      Type.Literal(word),
    ),
  ),
  Type.Union(
    ['False', 'FALSE', 'false', '0', 'OFF', 'Off', 'off', 'NO', 'No', 'no', 'n', 'f'].map((word) =>
      Type.Literal(word),
    ),
  ),
])
export type BooleanLike = boolean | string

export const asBoolean = (value: BooleanLike | undefined): boolean =>
  value === true || (typeof value === 'string' && /^(true|1|on|yes|y|t)$/i.test(value))

/** An integer, or its digits. */
export const IntegerLike = (minimum: number, maximum = 2_147_483_647) =>
  Type.Union([Type.Integer({ minimum, maximum }), Type.String({ pattern: '^-?[0-9]+$', maxLength: 10 })])
export type IntegerLike = number | string

/** Printable characters, the first and the last of which are no space. */
export const printable = '^(?!\\s)[^\\p{C}\\p{Zl}\\p{Zp}]*(?<!\\s)$'

/** A name: 1 to 255 printable characters without white space at the ends. */
export const Name = Type.String({ minLength: 1, maxLength: 255, pattern: printable })

/** The characters that names of key pairs may contain. */
export const keyName = '^[a-zA-Z0-9 _.@-]*$'
export const keyNameUntil291 = '^[a-zA-Z0-9 _-]*$'

/** The name of a host. */
export const HostName = Type.String({ minLength: 1, maxLength: 255, pattern: '^[a-zA-Z0-9-._]*$' })

export const Uuid = Type.String({ format: 'uuid' })

/** User-defined items with keys of 1 to 255 characters. */
export const Metadata = Type.Record(
  Type.String({ pattern: '^[a-zA-Z0-9-_:. ]{1,255}$' }),
  Type.String({ maxLength: 255 }),
  { additionalProperties: false },
)
export type Metadata = Static<typeof Metadata>

export const Tag = Type.String({ minLength: 1, maxLength: 60, pattern: '^[^,/]*$' })

/** A host name of one label. */
export const Hostname = Type.String({
  minLength: 2,
  maxLength: 63,
  pattern: '^[a-zA-Z0-9]+[a-zA-Z0-9-]*[a-zA-Z0-9]+$',
})
/** A host name with or without its domain. */
export const Fqdn = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?$',
})

export const Description = Type.Union([
  Type.Null(),
  Type.String({ maxLength: 255, pattern: '^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f]*$' }),
])
