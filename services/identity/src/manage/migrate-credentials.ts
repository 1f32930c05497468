import type { Clock } from '@nimbo/kernel/clock'
import type { Kysely } from 'kysely'
import { credentialVault } from '../app/keys/credential-vault.ts'
import type { KeyRing } from '../app/keys/key-repository.ts'
import type { IdentityTables } from '../db/tables.ts'

const batch = 500

/** How many credentials are sealed by another key than the newest. */
export const sealedByOthers = async (db: Kysely<IdentityTables>, keys: KeyRing): Promise<number> => {
  const { count } = await db
    .selectFrom('credentials')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('key_hash', '<>', credentialVault(keys, Date.now).primaryHash())
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Seals anew what another key than the newest has sealed; how many there were. A credential that is changed meanwhile is left as it is. */
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
        .set(vault.seal(await vault.open(sealed)))
        .where('id', '=', id)
        .where('encrypted_blob', '=', sealed.encrypted_blob)
        .executeTakeFirstOrThrow()
      count += Number(numUpdatedRows)
    }
    if (old.length < batch) return count
  }
}
