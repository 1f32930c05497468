import type { Clock } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import { credentialVault } from '../app/keys/credential-vault.ts'
import type { KeyRing } from '../app/keys/key-repository.ts'
import type { IdentityTables } from '../db/tables.ts'

const batch = 500

/** The number of credentials that are not encrypted with the primary key. */
export const sealedByOthers = async (db: Kysely<IdentityTables>, keys: KeyRing): Promise<number> => {
  const { count } = await db
    .selectFrom('credentials')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('key_hash', '<>', credentialVault(keys, Date.now).primaryHash())
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Encrypts these credentials again with the primary key, and returns how many. Skips a credential that is changed at the same
 * time.
 */
export const migrateCredentials = async (
  db: Kysely<IdentityTables>,
  keys: KeyRing,
  clock: Clock,
): Promise<number> => {
  const vault = credentialVault(keys, clock.now)
  let count = 0
  for (;;) {
    const old = await db
      .selectFrom('credentials')
      .select(['id', 'encrypted_blob', 'key_hash'])
      .where('key_hash', '<>', vault.primaryHash())
      .orderBy('id')
      .limit(batch)
      .execute()
    for (const { id, ...sealed } of old) {
      const { numUpdatedRows } = await db
        .updateTable('credentials')
        .set(await vault.seal(await vault.open(sealed)))
        .where('id', '=', id)
        .where('encrypted_blob', '=', sealed.encrypted_blob)
        .executeTakeFirstOrThrow()
      count += Number(numUpdatedRows)
    }
    if (old.length < batch) return count
  }
}
