import { allOrNone } from '@nimbo/db/all-or-none'
import { secretsExpired } from '../db/expired-secrets.ts'
import { deleteSecret, takeSecret } from '../db/secrets.ts'
import type { KeyDb } from '../db/tables.ts'

/** Secrets removed in one transaction: other work on the database waits meanwhile. */
const together = 100

/** Removes the secrets that expired before an instant, with all that belongs to them. Can be interrupted and repeated. */
export const removeExpired = async (db: KeyDb, before: string): Promise<number> => {
  for (let count = 0; ; ) {
    const ids = await secretsExpired(db, before, together)
    if (ids.length === 0) return count
    await allOrNone(db, async (trx) => {
      for (const id of ids) {
        await takeSecret(trx, id)
        await deleteSecret(trx, id)
      }
    })
    count += ids.length
  }
}
