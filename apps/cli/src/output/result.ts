/** A value with two representations: `human` for tables, `machine` for formats such as JSON. */
export class Formatted {
  readonly machine: unknown
  readonly human: string | null
  /** Whether tables align it to the right, like plain numbers. */
  readonly right: boolean

  constructor(machine: unknown, human: string | null, right = false) {
    this.machine = machine
    this.human = human
    this.right = right
  }
}

/** A command's output, before the choice of format and columns. */
export type Result =
  | {
      readonly kind: 'list'
      readonly columns: readonly string[]
      readonly rows: readonly (readonly unknown[])[]
      /** The functions that render the command's extra formats, by format name. */
      readonly drawings?: Readonly<Record<string, () => string>>
      /** Columns shown only with `-c`; their values follow the standard ones in `rows`. */
      readonly further?: readonly string[]
    }
  | { readonly kind: 'one'; readonly fields: readonly (readonly [name: string, value: unknown])[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'nothing' }

/** A JSON object from a service, unchanged. */
export type Row = Readonly<Record<string, unknown>>

/** A column's value: a key of the row, or a function of it. */
export type Columns = Readonly<Record<string, string | ((row: Row) => unknown)>>

export const nothing: Result = { kind: 'nothing' }

const cellOf = (row: Row, source: string | ((row: Row) => unknown), absent: unknown): unknown => {
  if (typeof source === 'function') return source(row)
  const value = row[source]
  return value === undefined ? absent : value
}

/** Builds a list with these columns in order. A missing value is an empty string. `further` columns are shown only with `-c`. */
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

/** Shows the given columns of a row, sorted by name. A missing value is null. */
export const showOf = (columns: Columns, row: Row): Result =>
  fields(Object.entries(columns).map(([name, source]) => [name, cellOf(row, source, null)] as const))

/** Fields sorted by name, as in `show` commands: upper case before lower case. */
export const fields = (pairs: readonly (readonly [string, unknown])[]): Result => ({
  kind: 'one',
  fields: pairs.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
})

/** Shows the given columns of a row in the given order. */
export const showInOrder = (columns: Columns, row: Row): Result => ({
  kind: 'one',
  fields: Object.entries(columns).map(([name, source]) => [name, cellOf(row, source, null)] as const),
})

/** Shows every field of a row, sorted by name. */
export const everyField = (row: Row): Result => fields(Object.entries(row))
