import type { Kysely } from 'kysely'

export const addEncryptionKeys = async (db: Kysely<unknown>): Promise<void> => {
  await db.schema.alterTable('volumes').addColumn('encryption_key_id', 'text').execute()
}
