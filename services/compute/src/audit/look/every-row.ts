import { type SelectQueryBuilder, sql } from 'kysely'

/** Rows per query. */
const pageSize = 2_000

/** All rows of a query, page by page, ordered by a selected column that is unique. */
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
