import { type SelectQueryBuilder, sql } from 'kysely'

/** Rows read at a time. */
const pageSize = 2_000

/** All rows of a query, page by page, in the order of a key that it selects and that no two of its rows share. */
export const everyRow = async <
  DB,
  Table extends keyof DB,
  Key extends string,
  Row extends Record<Key, string>,
>(
  query: SelectQueryBuilder<DB, Table, Row>,
  key: Key,
): Promise<readonly Row[]> => {
  const column = sql.ref<string>(key)
  const rows: Row[] = []
  for (let after = ''; ; ) {
    const page = await query.where(column, '>', after).orderBy(column).limit(pageSize).execute()
    rows.push(...page)
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return rows
    after = last[key]
  }
}
