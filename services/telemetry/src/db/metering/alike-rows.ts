/** The maximum number of rows of one statement. Each number of rows needs a prepared statement of its own. */
const together = 16

/** A text that shows in which columns a row has null. */
const nullsOf = (row: object): string =>
  Object.values(row)
    .map((value) => (value === null ? 0 : 1))
    .join('')

/** Sorts rows whose order does not matter by the columns that are null, so that `alikeRows` makes few lists of them. */
export const broughtTogether = <Row extends object>(rows: readonly Row[]): readonly Row[] =>
  [...Map.groupBy(rows, nullsOf).values()].flat()

/**
 * Splits rows, in their order, into lists whose rows have null in the same columns. Each such list is inserted by one statement,
 * and few different statements have to be prepared.
 */
export const alikeRows = <Row extends object>(rows: readonly Row[]): readonly (readonly Row[])[] => {
  const lists: Row[][] = []
  let before = ''
  for (const row of rows) {
    const nulls = nullsOf(row)
    const last = lists.at(-1)
    if (last !== undefined && last.length < together && nulls === before) last.push(row)
    else lists.push([row])
    before = nulls
  }
  return lists
}
