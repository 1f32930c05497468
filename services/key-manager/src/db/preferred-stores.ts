import type { KeyDb } from './tables.ts'

export const prefersStore = async (db: KeyDb, projectId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('preferred_stores')
    .select('store_id')
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row !== undefined
}

export const preferStore = async (db: KeyDb, project_id: string, store_id: string): Promise<void> => {
  await db
    .insertInto('preferred_stores')
    .values({ project_id, store_id })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ store_id }))
    .execute()
}

export const preferNoStore = async (db: KeyDb, projectId: string): Promise<void> => {
  await db.deleteFrom('preferred_stores').where('project_id', '=', projectId).execute()
}
