/** A value with two faces: as people read it, and as programs do. */
export class Formatted {
  readonly machine: unknown
  readonly human: string | null
  /** Whether a table sets it to the right, as it does plain numbers. */
  readonly right: boolean

  constructor(machine: unknown, human: string | null, right = false) {
    this.machine = machine
    this.human = human
    this.right = right
  }
}

/** What a command has to say, before the user's choice of format and columns. */
export type Result =
  | {
      readonly kind: 'list'
      readonly columns: readonly string[]
      readonly rows: readonly (readonly unknown[])[]
      /** The same in the command's extra formats, by format name. */
      readonly drawings?: Readonly<Record<string, () => string>>
      /** Columns shown only when `-c` names them; their values stand in `rows` after the usual ones. */
      readonly further?: readonly string[]
    }
  | { readonly kind: 'one'; readonly fields: readonly (readonly [name: string, value: unknown])[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'nothing' }

/** A JSON object from a service, as it came. */
export type Row = Readonly<Record<string, unknown>>

/** A column's value: a key of the row, or made from it. */
export type Columns = Readonly<Record<string, string | ((row: Row) => unknown)>>

export const nothing: Result = { kind: 'nothing' }

const cellOf = (row: Row, source: string | ((row: Row) => unknown), absent: unknown): unknown => {
  if (typeof source === 'function') return source(row)
  const value = row[source]
  return value === undefined ? absent : value
}

/**
 * Lays rows out under the columns' headers, in their order. What a row lacks is empty text. `further` columns are shown
 * when the user names them.
 */
export const listOf = (columns: Columns, rows: readonly Row[], further: Columns = {}): Result => {
  const hidden = Object.entries(further).filter(([name]) => !Object.hasOwn(columns, name))
  const sources = [...Object.values(columns), ...hidden.map(([, source]) => source)]
  return {
    kind: 'list',
    columns: Object.keys(columns),
    further: hidden.map(([name]) => name),
    rows: rows.map((row) => sources.map((source) => cellOf(row, source, ''))),
  }
}

/** The columns named, of one row, sorted by name. What the row lacks is null. */
export const showOf = (columns: Columns, row: Row): Result =>
  fields(Object.entries(columns).map(([name, source]) => [name, cellOf(row, source, null)] as const))

/** Fields sorted by name, as `show` commands print them: capitals before small letters. */
export const fields = (pairs: readonly (readonly [string, unknown])[]): Result => ({
  kind: 'one',
  fields: pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
})

/** The columns named, of one row, in the order in which they are named. */
export const showInOrder = (columns: Columns, row: Row): Result => ({
  kind: 'one',
  fields: Object.entries(columns).map(([name, source]) => [name, cellOf(row, source, null)] as const),
})

/** Every field of a row, sorted by name. */
export const everyField = (row: Row): Result => fields(Object.entries(row))
