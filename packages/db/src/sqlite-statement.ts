import type { SQLInputValue, StatementSync } from 'node:sqlite'

type Row = Record<string, unknown>

/** A prepared statement, whose rows are plain objects. */
export interface SqliteStatement {
  readonly givesRows: boolean
  rows(parameters: readonly unknown[]): Row[]
  iterate(parameters: readonly unknown[]): Iterable<Row>
  /** Runs it and tells how many rows it changed. */
  run(parameters: readonly unknown[]): number | bigint
}

/**
 * Makes a row of its values. The driver's own rows are hash tables, which cost twice as much to make and four times as
 * much to copy as objects of one shape, which these are: each begins as a copy of the same pattern.
 */
const rowMaker = (names: readonly string[]): ((values: readonly unknown[]) => Row) => {
  const pattern: Row = Object.fromEntries(names.map((name) => [name, undefined]))
  return (values) => {
    const row = { ...pattern }
    for (let index = 0; index < names.length; index += 1) row[names[index] ?? ''] = values[index]
    return row
  }
}

export const asStatement = (statement: StatementSync): SqliteStatement => {
  const names = statement.columns().map(({ name }) => name)
  const toRow = rowMaker(names)
  statement.setReturnArrays(true)
  return {
    givesRows: names.length > 0,
    rows: (parameters) => {
      const rows = statement.all(...(parameters as SQLInputValue[])) as unknown as unknown[][]
      return rows.map(toRow)
    },
    iterate: (parameters) => {
      const values = statement.iterate(...(parameters as SQLInputValue[]))
      return (values as unknown as IteratorObject<unknown[], undefined>).map(toRow)
    },
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])).changes,
  }
}
