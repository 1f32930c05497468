import { prepared } from '@nimbo/db/prepared'
import { type Compilable, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { TagFilter } from '../describe/list-query.ts'
import { grouped } from './grouped.ts'
import { changesIn, type Condition, type Db } from './row-queries.ts'

/** A table of tags: one row per tag and resource. */
export interface TagTable {
  readonly table: string
  /** The column with the resource's id. */
  readonly owner: string
}

interface TagRow {
  readonly owner: string
  readonly tag: string
}

/** Tags stored in one table for all kinds. */
export interface Tags {
  /** Tags by resource, sorted; resources without tags are absent. */
  of(db: Db, ids: readonly string[]): Promise<Map<string, string[]>>
  add(db: Db, id: string, tags: readonly string[]): Promise<void>
  /** False when the resource does not have the tag. */
  remove(db: Db, id: string, tag: string): Promise<boolean>
  removeAll(db: Db, id: string): Promise<void>
  /** The condition for a tag filter; `id` is the column with the resources' ids. A value is a comma-separated list. */
  condition(filter: TagFilter, id: string, values: readonly unknown[]): Condition
}

const compiledBy = <Result>(db: Db, query: RawBuilder<Result>): Compilable<Result> => ({
  compile: () => query.compile(db),
})

export const tagsIn = ({ table: name, owner: column }: TagTable): Tags => {
  const table = sql.table(name)
  const owner = sql.ref(column)
  const find = prepared((db: Db, { ids }: { readonly ids: readonly string[] }) =>
    compiledBy(
      db,
      sql<TagRow>`select ${owner} as owner, tag from ${table} where ${owner} in (${sql.join(ids)}) order by tag`,
    ),
  )
  const removeAll = prepared((db: Db, { id }: { readonly id: string }) =>
    changesIn(db).deleteFrom(name).where(column, '=', id),
  )
  return {
    of: async (db, ids) =>
      ids.length === 0
        ? new Map()
        : grouped(
            await find(db, { ids }),
            (row) => row.owner,
            ({ tag }) => tag,
          ),
    add: async (db, id, tags) => {
      if (tags.length === 0) return
      const rows = sql.join(tags.map((tag) => sql`(${id}, ${tag})`))
      await sql`insert into ${table} (${owner}, tag) values ${rows} on conflict do nothing`.execute(db)
    },
    remove: async (db, id, tag) => {
      const removed = sql`delete from ${table} where ${owner} = ${id} and tag = ${tag} returning tag`
      return (await removed.execute(db)).rows.length > 0
    },
    removeAll: async (db, id) => {
      await removeAll(db, { id })
    },
    condition: (filter, id, values) => {
      const tags = [...new Set(values.flatMap((value) => String(value).split(',')))]
      if (tags.length === 0) return sql<SqlBool>`1 = 0`
      const matching = sql`select count(*) from ${table} where ${owner} = ${sql.ref(id)} and tag in (${sql.join(tags)})`
      switch (filter) {
        case 'tags':
          return sql<SqlBool>`(${matching}) = ${tags.length}`
        case 'tags-any':
          return sql<SqlBool>`(${matching}) > 0`
        case 'not-tags':
          return sql<SqlBool>`(${matching}) < ${tags.length}`
        case 'not-tags-any':
          return sql<SqlBool>`(${matching}) = 0`
      }
    },
  }
}

/** The default table of tags. */
export const usualTags = tagsIn({ table: 'tags', owner: 'resource_id' })
