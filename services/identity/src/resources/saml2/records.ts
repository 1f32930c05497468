import type { Kysely } from 'kysely'
import type { IdentityTables } from '../../db/tables.ts'

/** Forgets what nobody can show any more since its time was over at an instant. */
export const purgeSamlAssertions = async (db: Kysely<IdentityTables>, now: string): Promise<void> => {
  await db.deleteFrom('saml_assertions').where('ends_at', '<=', now).execute()
}
