/** Most rows of one statement: each number of rows is a statement of its own. */
const together = 16

/**
 * Splits rows, in their order, into lists whose rows have null in the same columns: of such rows there are few different prepared
 * statements.
 */
export const alikeRows = <Row extends object>(rows: readonly Row[]): readonly (readonly Row[])[] => {
  const lists: Row[][] = []
  let before = ''
  for (const row of rows) {
    const nulls = Object.values(row)
      .map((value) => (value === null ? 0 : 1))
      .join('')
    const last = lists.at(-1)
    if (last !== undefined && last.length < together && nulls === before) last.push(row)
    else lists.push([row])
    before = nulls
  }
  return lists
}
