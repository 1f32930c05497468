/** How one field is kept in a column. */
export interface Codec {
  readonly write: (value: never) => unknown
  readonly read: (stored: never) => unknown
}

/** As it is: text, numbers, null. */
export const plain: Codec = { write: (value) => value, read: (stored) => stored }

/** A boolean as 0 or 1. */
export const flag: Codec = {
  write: (value: boolean) => (value ? 1 : 0),
  read: (stored: number) => stored !== 0,
}

/** A structure as JSON text; null stays null. */
export const structure: Codec = {
  write: (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value)),
  read: (stored: string | null) => (stored === null ? null : (JSON.parse(stored) as unknown)),
}

/** For each field of a domain object, its column and how it is kept there. */
export type Fields<Thing, Row> = { readonly [Field in keyof Thing]-?: readonly [keyof Row & string, Codec] }

export interface RowMapping<Thing, Row> {
  /** The columns of the fields that are there, so a part of a thing makes an update. */
  toRow(thing: Partial<Thing>): Partial<Row>
  /** Columns that are null become null fields. */
  fromRow(row: Row): Thing
  /** The columns of some fields, for who asks for no others. */
  columnsOf(fields: readonly (keyof Thing)[]): (keyof Row & string)[]
  /** Those fields, from a row that has no other columns. */
  partFromRow<Field extends keyof Thing>(fields: readonly Field[], row: Partial<Row>): Pick<Thing, Field>
}

/** Translates between a domain object and its row by one table, so that the two directions cannot disagree. */
export const rowMapping = <Thing extends object, Row extends object>(
  fields: Fields<Thing, Row>,
): RowMapping<Thing, Row> => {
  const entries = Object.entries(fields) as [keyof Thing & string, readonly [keyof Row & string, Codec]][]
  return {
    toRow: (thing) => {
      const row: Record<string, unknown> = {}
      for (const [field, [column, codec]] of entries)
        if (thing[field] !== undefined) row[column] = codec.write(thing[field] as never)
      return row as Partial<Row>
    },
    fromRow: (row) => {
      const thing: Record<string, unknown> = {}
      for (const [field, [column, codec]] of entries) thing[field] = codec.read(row[column] as never)
      return thing as Thing
    },
    columnsOf: (wanted) => wanted.map((field) => fields[field][0]),
    partFromRow: (wanted, row) => {
      const part: Partial<Record<keyof Thing, unknown>> = {}
      for (const field of wanted) {
        const [column, codec] = fields[field]
        part[field] = codec.read(row[column] as never)
      }
      return part as Thing
    },
  }
}
