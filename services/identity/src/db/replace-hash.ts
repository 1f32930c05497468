import type { Kysely } from 'kysely'
import type { IdentityTables } from './tables.ts'

/** Replaces the hash of a password by another hash of the same password, unless the password has changed in the meantime. */
export const replaceHash = async (
  db: Kysely<IdentityTables>,
  userId: string,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<void> => {
  await db
    .updateTable('users')
    .set({ password_hash: after })
    .where('id', '=', userId)
    .where('password_hash', '=', before)
    .execute()
}
