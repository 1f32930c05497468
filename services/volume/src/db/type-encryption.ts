import type { Db } from './db.ts'
import type { TypeEncryptionRow } from './tables.ts'

/** How volumes of a type are encrypted; nothing where they are not. */
export const findEncryption = (db: Db, typeId: string): Promise<TypeEncryptionRow | undefined> =>
  db.selectFrom('volume_type_encryption').selectAll().where('volume_type_id', '=', typeId).executeTakeFirst()
