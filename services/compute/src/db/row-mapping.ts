/** How a field is stored in a column. */
export interface Codec {
  readonly write: (value: never) => unknown
  readonly read: (stored: never) => unknown
}

/** Unchanged: text, numbers, null. */
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

/** The column and codec of each field of a domain object. */
export type Fields<Thing, Row> = { readonly [Field in keyof Thing]-?: readonly [keyof Row & string, Codec] }

export interface RowMapping<Thing, Row> {
  /** The columns of the given fields; part of an object gives an update. */
  toRow(thing: Partial<Thing>): Partial<Row>
  /** Null columns become null fields. */
  fromRow(row: Row): Thing
  /** The columns of some fields, for partial queries. */
  columnsOf(fields: readonly (keyof Thing)[]): (keyof Row & string)[]
  /** Those fields from a partial row. */
  partFromRow<Field extends keyof Thing>(fields: readonly Field[], row: Partial<Row>): Pick<Thing, Field>
}

/** Maps a domain object to its row and back by one table, so that both directions agree. */
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
