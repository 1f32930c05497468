import { type Kysely, sql } from 'kysely'

/**
 * Makes names of domains unique case-insensitively. Of existing domains whose names differ only in case, the first keeps its
 * name, and the ids of the others are appended to theirs.
 */
export const foldNamesOfDomains = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    update projects set name = substr(name, 1, 31) || '-' || id
    where is_domain = 1 and exists (
      select 1 from projects earlier
      where earlier.is_domain = 1 and lower(earlier.name) = lower(projects.name) and earlier.id < projects.id)`.execute(
    db,
  )
  await db.schema.dropIndex('domains_by_name').execute()
  await sql`create unique index domains_by_name on projects (lower(name)) where is_domain = 1`.execute(db)
}
