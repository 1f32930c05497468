import type { Kysely } from 'kysely'
import type { IdentityTables } from '../../db/tables.ts'

/** Deletes the records of assertions that had expired at an instant: those cannot be replayed any more. */
export const purgeSamlAssertions = async (db: Kysely<IdentityTables>, now: string): Promise<void> => {
  await db.deleteFrom('saml_assertions').where('ends_at', '<=', now).execute()
}
