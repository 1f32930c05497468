import type { Kysely } from 'kysely'

export const addBackupKeys = async (db: Kysely<unknown>): Promise<void> => {
  for (const name of ['encryption_key_id', 'volume_type_id'])
    await db.schema.alterTable('backups').addColumn(name, 'text').execute()
}
