/** How a field is stored in a column. */
export interface Codec {
  readonly write: (value: never) => unknown
  readonly read: (stored: never) => unknown
}

/** Stores a value unchanged: text, a number or null. */
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
  /** The columns of the fields that are given; for part of an object this is an update. */
  toRow(thing: Partial<Thing>): Partial<Row>
  /** Null columns become null fields. */
  fromRow(row: Row): Thing
  /** The columns of some fields, for partial queries. */
  columnsOf(fields: readonly (keyof Thing)[]): (keyof Row & string)[]
  /** Reads the given fields from a partial row. */
  partFromRow<Field extends keyof Thing>(fields: readonly Field[], row: Partial<Row>): Pick<Thing, Field>
}

/**
 * Compiles `(row) => ({ "id": row["id"], "flavor": read2(row["flavor"]), … })`: lists read thousands of rows, and a
 * literal gets its final hidden class at once.
 */
const rowReader = <Thing, Row>(
  entries: readonly (readonly [string, readonly [string, Codec]])[],
): ((row: Row) => Thing) => {
  const reads = entries.map(([, [, { read }]]) => read)
  const properties = entries.map(([field, [column, codec]], index) => {
    const stored = `row[${JSON.stringify(column)}]`
    return `${JSON.stringify(field)}: ${codec === plain ? stored : `read${index}(${stored})`}`
  })
  const names = reads.map((_, index) => `read${index}`)
  return new Function(...names, `return (row) => ({ ${properties.join(', ')} })`)(...reads)
}

/** Maps a domain object to its row and back by one table, so that both directions agree. */
export const rowMapping = <Thing extends object, Row extends object>(
  fields: Fields<Thing, Row>,
): RowMapping<Thing, Row> => {
  const entries = Object.entries(fields) as [keyof Thing & string, readonly [keyof Row & string, Codec]][]
  const writers = entries.map(([field, [column, { write }]]) => ({ field, column, write }))
  return {
    toRow: (thing) => {
      const row: Record<string, unknown> = {}
      for (const { field, column, write } of writers) {
        const value = thing[field]
        if (value !== undefined) row[column] = write(value as never)
      }
      return row as Partial<Row>
    },
    fromRow: rowReader<Thing, Row>(entries),
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
