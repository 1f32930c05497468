import type { SQLInputValue, StatementSync } from 'node:sqlite'

type Row = Record<string, unknown>

/** A prepared statement that returns plain objects. */
export interface SqliteStatement {
  /** Returns the rows, or the number of changed rows for a statement without rows. */
  execute(parameters: readonly unknown[]): Row[] | number
  iterate(parameters: readonly unknown[]): Iterable<Row>
}

type MakeRows = (rows: readonly (readonly unknown[])[]) => Row[]

/** A statement that returned this many rows gets a compiled row constructor. */
const rowsBeforeCompiled = 16

/**
 * Makes row objects from arrays of values. The driver's own row objects are dictionaries, which cost twice as much to make and
 * four times as much to copy as objects with a fixed shape. A generic constructor would be eight times slower than one compiled
 * for the statement's columns: `(rows) => rows.map((values) => ({"id": values[0], …}))`, which saves a call a row and the array.
 */
const compiledMaker = (names: readonly string[]): MakeRows => {
  const properties = names.map((name, index) => `${propertyName(name)}: values[${index}]`)
  return new Function(
    'rows',
    `for (let at = 0; at < rows.length; at += 1) {
      const values = rows[at]
      rows[at] = { ${properties.join(', ')} }
    }
    return rows`,
  ) as MakeRows
}

/** In an object literal, `__proto__` sets the prototype unless it is in brackets. */
const propertyName = (name: string): string => (name === '__proto__' ? '["__proto__"]' : JSON.stringify(name))

export const asStatement = (statement: StatementSync): SqliteStatement => {
  const names = statement.columns().map(({ name }) => name)
  statement.setReturnArrays(true)
  let left = rowsBeforeCompiled
  let toRows: MakeRows = (rows) => {
    left -= rows.length
    if (left <= 0) {
      toRows = compiledMaker(names)
      return toRows(rows)
    }
    return rows.map((values) => Object.fromEntries(names.map((name, index) => [name, values[index]])))
  }
  return {
    execute:
      names.length > 0
        ? (parameters) => toRows(statement.all(...(parameters as SQLInputValue[])) as unknown as unknown[][])
        : (parameters) => Number(statement.run(...(parameters as SQLInputValue[])).changes),
    iterate: (parameters) => {
      const values = statement.iterate(...(parameters as SQLInputValue[]))
      return (values as unknown as IteratorObject<unknown[], undefined>).map((one) => toRows([one])[0] as Row)
    },
  }
}
