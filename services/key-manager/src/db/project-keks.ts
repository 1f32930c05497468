import type { KeyDb, ProjectKek } from './tables.ts'

/** The newest key of a project, which encrypts. */
export const newestKek = (db: KeyDb, projectId: string): Promise<ProjectKek | undefined> =>
  db
    .selectFrom('project_keks')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const findKek = (db: KeyDb, id: string): Promise<ProjectKek | undefined> =>
  db.selectFrom('project_keks').selectAll().where('id', '=', id).executeTakeFirst()

export const insertKek = async (db: KeyDb, row: ProjectKek): Promise<void> => {
  await db.insertInto('project_keks').values(row).execute()
}

/** At most `limit` keys of projects that are not encrypted with this master key. */
export const keksNotSealedBy = (db: KeyDb, masterId: string, limit: number): Promise<ProjectKek[]> =>
  db
    .selectFrom('project_keks')
    .selectAll()
    .where('master_id', '<>', masterId)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Replaces an encrypted key if it is unchanged. */
export const resealKek = async (
  db: KeyDb,
  { id, master_id }: Pick<ProjectKek, 'id' | 'master_id'>,
  sealed: Pick<ProjectKek, 'master_id' | 'sealed'>,
): Promise<void> => {
  await db
    .updateTable('project_keks')
    .set(sealed)
    .where('id', '=', id)
    .where('master_id', '=', master_id)
    .execute()
}

/** Whether any project's key is encrypted with this master key. */
export const isSealedBy = async (db: KeyDb, masterId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('project_keks')
    .select('id')
    .where('master_id', '=', masterId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
