import { type Kysely, sql } from 'kysely'

/** Makes the column `unrestricted` nullable. SQLite cannot remove a constraint from a column, so the column is replaced. */
export const leaveRestrictionUnsaid = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table application_credentials add column asked integer`.execute(db)
  await sql`update application_credentials set asked = unrestricted`.execute(db)
  await sql`alter table application_credentials drop column unrestricted`.execute(db)
  await sql`alter table application_credentials rename column asked to unrestricted`.execute(db)
}
