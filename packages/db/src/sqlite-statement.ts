import type { SQLInputValue, StatementSync } from 'node:sqlite'

type Row = Record<string, unknown>

/** A prepared statement that returns plain objects. */
export interface SqliteStatement {
  readonly givesRows: boolean
  rows(parameters: readonly unknown[]): Row[]
  iterate(parameters: readonly unknown[]): Iterable<Row>
  /** Executes it and returns the number of changed rows. */
  run(parameters: readonly unknown[]): number | bigint
}

type MakeRow = (values: readonly unknown[]) => Row

/** A statement that returned this many rows gets a compiled row constructor. */
const rowsBeforeCompiled = 16

/**
 * Makes row objects from arrays of values. The driver's own row objects are dictionaries, which cost twice as much to make and
 * four times as much to copy as objects with a fixed shape. A generic constructor would be eight times slower than one compiled
 * for the statement's columns.
 */
const rowMaker = (names: readonly string[]): MakeRow => {
  let made = 0
  let compiled: MakeRow | undefined
  return (values) => {
    if (compiled) return compiled(values)
    made += 1
    if (made === rowsBeforeCompiled) compiled = compiledMaker(names)
    return Object.fromEntries(names.map((name, index) => [name, values[index]]))
  }
}

/** `values => ({"id": values[0], …})`. */
const compiledMaker = (names: readonly string[]): MakeRow => {
  const properties = names.map((name, index) => `${JSON.stringify(name)}: values[${index}]`)
  return new Function('values', `return { ${properties.join(', ')} }`) as MakeRow
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
