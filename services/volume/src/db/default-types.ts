import type { Db } from './db.ts'
import type { VolumeTables } from './tables.ts'

/** The id of a project's default volume type. */
export const findDefaultType = async (db: Db, projectId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('default_volume_types')
      .select('volume_type_id')
      .where('project_id', '=', projectId)
      .executeTakeFirst()
  )?.volume_type_id

export const listDefaultTypes = (db: Db): Promise<readonly VolumeTables['default_volume_types'][]> =>
  db.selectFrom('default_volume_types').selectAll().orderBy('project_id').limit(10_000).execute()

export const setDefaultType = (db: Db, projectId: string, typeId: string): Promise<unknown> =>
  db
    .insertInto('default_volume_types')
    .values({ project_id: projectId, volume_type_id: typeId })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ volume_type_id: typeId }))
    .execute()

/** Does nothing if the project has none. */
export const unsetDefaultType = async (db: Db, projectId: string): Promise<void> => {
  await db.deleteFrom('default_volume_types').where('project_id', '=', projectId).execute()
}

/** Whether a type is the default of any project. */
export const isDefaultSomewhere = async (db: Db, typeId: string): Promise<boolean> =>
  (await db
    .selectFrom('default_volume_types')
    .select('project_id')
    .where('volume_type_id', '=', typeId)
    .limit(1)
    .executeTakeFirst()) !== undefined
