/** Most rows of one statement: each number of rows is a statement of its own. */
const together = 16

/** In which columns a row has null. */
const nullsOf = (row: object): string =>
  Object.values(row)
    .map((value) => (value === null ? 0 : 1))
    .join('')

/** Brings rows with null in the same columns together, so that `alikeRows` makes few lists of rows whose order is free. */
export const broughtTogether = <Row extends object>(rows: readonly Row[]): readonly Row[] =>
  [...Map.groupBy(rows, nullsOf).values()].flat()

/**
 * Splits rows, in their order, into lists whose rows have null in the same columns: of such rows there are few different prepared
 * statements.
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
