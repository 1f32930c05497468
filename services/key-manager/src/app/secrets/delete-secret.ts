import { allOrNone } from '@nimbo/db/all-or-none'
import { consumersOfSecrets, deleteSecret, takeSecret } from '../../db/secrets.ts'
import { errors } from '../../errors.ts'
import type { KeyApp } from '../key-app.ts'

/** Deletes a secret with its metadata, consumers and ACL. Throws `HasConsumers` for one in use, unless allowed. */
export const dropSecret =
  ({ db }: KeyApp) =>
  (id: string, mayBeUsed: boolean): Promise<void> =>
    allOrNone(db, async (trx) => {
      await takeSecret(trx, id)
      if (!mayBeUsed && (await consumersOfSecrets(trx, [id])).size > 0) throw errors.HasConsumers()
      await deleteSecret(trx, id)
    })
