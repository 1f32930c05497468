import type { Kysely } from 'kysely'
import type { IdentityTables } from '../../db/tables.ts'

/** Deletes records of expired assertions, which cannot be replayed. */
export const purgeSamlAssertions = async (db: Kysely<IdentityTables>, now: string): Promise<void> => {
  await db.deleteFrom('saml_assertions').where('ends_at', '<=', now).execute()
}
