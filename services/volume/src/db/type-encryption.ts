import type { Db } from './db.ts'
import type { TypeEncryptionRow } from './tables.ts'

/** The encryption of a volume type; undefined if there is none. */
export const findEncryption = (db: Db, typeId: string): Promise<TypeEncryptionRow | undefined> =>
  db.selectFrom('volume_type_encryption').selectAll().where('volume_type_id', '=', typeId).executeTakeFirst()
