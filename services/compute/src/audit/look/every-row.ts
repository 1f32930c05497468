/** Rows read at a time. */
export const pageSize = 2_000

/** All rows of a table, page by page: `read` gives those after a key, in its order, no more than a page. */
export const everyRow = async <Row>(
  read: (after: string) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string,
): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (let after = ''; ; ) {
    const page = await read(after)
    rows.push(...page)
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return rows
    after = keyOf(last)
  }
}
