import { prepared } from '@nimbo/db/prepared'
import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { Filter, Page } from '../domain/listing.ts'
import { condition } from './condition.ts'
import { inPortions } from './in-portions.ts'
import type { IdentityTables } from './tables.ts'

type AnyRow = Record<string, unknown>
type AnyTables = Record<string, AnyRow>
type AnyQuery<Row> = SelectQueryBuilder<AnyTables, string, Row>

/** The columns that are stored as 0 or 1, and those stored as JSON text. */
interface Codec {
  readonly flags: readonly string[]
  readonly structures: readonly string[]
}

/** Reads and writes records of one kind. */
export interface RecordStore<Kept> {
  find(id: string): Promise<Kept | undefined>
  findMany(ids: readonly string[]): Promise<Kept[]>
  /** The first record whose columns have these values. */
  findBy(columns: Partial<Kept>): Promise<Kept | undefined>
  page(filters: readonly Filter[], page: Page, among?: readonly string[]): Promise<Kept[]>
  /** Returns false, without writing, if a unique key is taken. */
  insert(record: Kept): Promise<boolean>
  /** Writes the columns that `next` changes. Others keep the values that other requests may have given them meanwhile. */
  update(before: Kept, next: Kept): Promise<void>
  /** Returns whether it existed. */
  remove(id: string): Promise<boolean>
}

/** The store of one table with the key `id`. */
export const recordStore = <Kept extends { readonly id: string }>(
  db: Kysely<IdentityTables>,
  table: keyof IdentityTables,
  codec: Codec,
): RecordStore<Kept> => {
  const rows = db as unknown as Kysely<AnyTables>
  const toRecord = (row: AnyRow): Kept => {
    const record = { ...row }
    for (const flag of codec.flags) record[flag] = row[flag] === null ? null : row[flag] === 1
    for (const structure of codec.structures) record[structure] = JSON.parse(String(row[structure]))
    return record as Kept
  }
  const toRow = (record: Partial<Kept>): Record<string, unknown> => {
    const row: Record<string, unknown> = { ...record }
    for (const [column, value] of Object.entries(row)) {
      if (codec.flags.includes(column)) row[column] = value === null ? null : value ? 1 : 0
      if (codec.structures.includes(column)) row[column] = JSON.stringify(value)
    }
    return row
  }
  const select = (): AnyQuery<AnyRow> => rows.selectFrom(table).selectAll()

  const findRow = prepared((db: Kysely<AnyTables>, { id }: { readonly id: string }) =>
    db.selectFrom(table).selectAll().where('id', '=', id),
  )
  const findRowBy = prepared((db: Kysely<AnyTables>, { columns }: { readonly columns: AnyRow }) => {
    let query: AnyQuery<AnyRow> = db.selectFrom(table).selectAll()
    for (const [column, value] of Object.entries(columns))
      query = value === null ? query.where(column, 'is', null) : query.where(column, '=', value)
    return query.orderBy('id').limit(1)
  })

  return {
    find: async (id) => {
      const [row] = await findRow(rows, { id })
      return row && toRecord(row)
    },
    findMany: async (ids) => {
      const found: Kept[] = []
      for (const some of inPortions(ids)) {
        const rows = await select().where('id', 'in', some).orderBy('id').limit(some.length).execute()
        found.push(...rows.map(toRecord))
      }
      return found
    },
    findBy: async (columns) => {
      const wanted = toRow(columns)
      // A prepared query omits conditions whose value is undefined, so it would find records that do not match.
      for (const [column, value] of Object.entries(wanted))
        if (value === undefined) throw new TypeError(`no value is given for ${column} of ${table}`)
      const [row] = await findRowBy(rows, { columns: wanted })
      return row && toRecord(row)
    },
    page: async (filters, { limit, marker }, among) => {
      const upTo = async (most: number, some?: readonly string[]): Promise<Kept[]> => {
        let query = select()
        for (const filter of filters) query = query.where(condition(filter))
        if (some) query = query.where('id', 'in', some)
        if (marker !== undefined) query = query.where('id', '>', marker)
        return (await query.orderBy('id').limit(most).execute()).map(toRecord)
      }
      if (!among) return upTo(limit)
      const found: Kept[] = []
      for (const some of inPortions(among))
        if (found.length < limit) found.push(...(await upTo(limit - found.length, some)))
      return found
    },
    insert: async (record) => {
      const { numInsertedOrUpdatedRows } = await rows
        .insertInto(table)
        .values(toRow(record))
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },
    update: async (before, next) => {
      const known = toRow(before)
      const changes = Object.entries(toRow(next)).filter(([column, value]) => value !== known[column])
      if (changes.length === 0) return
      await rows.updateTable(table).set(Object.fromEntries(changes)).where('id', '=', before.id).execute()
    },
    remove: async (id) => {
      const { numDeletedRows } = await rows.deleteFrom(table).where('id', '=', id).executeTakeFirstOrThrow()
      return numDeletedRows === 1n
    },
  }
}
