/** The maximum number of ids of one query: databases allow some ten thousand parameters. */
const most = 10_000

/** Looks up any number of ids, with one query for each ten thousand of them. */
export const inParts = async <Row>(
  ids: readonly string[],
  find: (some: readonly string[]) => Promise<readonly Row[]>,
): Promise<readonly Row[]> => {
  const rows: Row[] = []
  for (let from = 0; from < ids.length; from += most)
    for (const row of await find(ids.slice(from, from + most))) rows.push(row)
  return rows
}
