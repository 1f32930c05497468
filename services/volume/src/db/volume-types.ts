import type { Db } from './db.ts'
import type { VolumeTypeRow } from './tables.ts'

export interface VolumeType {
  readonly id: string
  readonly name: string
  readonly description: string | null
  readonly isPublic: boolean
  readonly extraSpecs: Readonly<Record<string, string>>
  readonly qosSpecsId: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

const complete = async (db: Db, rows: readonly VolumeTypeRow[]): Promise<readonly VolumeType[]> => {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const specs = await db
    .selectFrom('volume_type_extra_specs')
    .selectAll()
    .where('volume_type_id', 'in', ids)
    .execute()
  const byType = new Map<string, Record<string, string>>()
  for (const { volume_type_id, key, value } of specs)
    byType.set(volume_type_id, { ...byType.get(volume_type_id), [key]: value })
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    description: row.description,
    isPublic: row.is_public === 1,
    extraSpecs: byType.get(row.id) ?? {},
    qosSpecsId: row.qos_specs_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }))
}

const mostTypes = 1000

/**
 * Types that a project may use: public ones and private ones that it has access to; all types when undefined. Ordered by name.
 */
const visible = (db: Db, projectId: string | undefined) =>
  db
    .selectFrom('volume_types')
    .selectAll()
    .orderBy('name')
    .limit(mostTypes)
    .$if(projectId !== undefined, (query) =>
      query.where((where) =>
        where.or([
          where('is_public', '=', 1),
          where.exists(
            where
              .selectFrom('volume_type_projects as access')
              .select('access.project_id')
              .whereRef('access.volume_type_id', '=', 'volume_types.id')
              .where('access.project_id', '=', projectId ?? ''),
          ),
        ]),
      ),
    )

export const listTypes = async (db: Db, projectId: string | undefined): Promise<readonly VolumeType[]> =>
  complete(db, await visible(db, projectId).execute())

export const findType = async (
  db: Db,
  id: string,
  projectId: string | undefined,
): Promise<VolumeType | undefined> =>
  (await complete(db, await visible(db, projectId).where('id', '=', id).execute()))[0]

export const findTypeByName = async (
  db: Db,
  name: string,
  projectId: string | undefined,
): Promise<VolumeType | undefined> =>
  (await complete(db, await visible(db, projectId).where('name', '=', name).execute()))[0]

/** False if the name is taken. */
export const insertType = async (db: Db, row: Omit<VolumeTypeRow, 'qos_specs_id'>): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('volume_types')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export const updateType = (
  db: Db,
  id: string,
  change: Partial<Pick<VolumeTypeRow, 'name' | 'description' | 'is_public'>>,
  now: string,
): Promise<unknown> =>
  db
    .updateTable('volume_types')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute()

export const removeType = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('volume_types').where('id', '=', id).execute()

export const isTypeUsed = async (db: Db, id: string): Promise<boolean> =>
  (await db
    .selectFrom('volumes')
    .select('id')
    .where('volume_type_id', '=', id)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const setExtraSpecs = async (
  db: Db,
  typeId: string,
  specs: Readonly<Record<string, string>>,
): Promise<void> => {
  for (const [key, value] of Object.entries(specs)) {
    await db
      .insertInto('volume_type_extra_specs')
      .values({ volume_type_id: typeId, key, value })
      .onConflict((conflict) => conflict.columns(['volume_type_id', 'key']).doUpdateSet({ value }))
      .execute()
  }
}

export const removeExtraSpec = (db: Db, typeId: string, key: string): Promise<unknown> =>
  db
    .deleteFrom('volume_type_extra_specs')
    .where('volume_type_id', '=', typeId)
    .where('key', '=', key)
    .execute()

export const projectsOfType = async (db: Db, typeId: string): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('volume_type_projects')
    .select('project_id')
    .where('volume_type_id', '=', typeId)
    .orderBy('project_id')
    .execute()
  return rows.map(({ project_id }) => project_id)
}

/** False if the project had access already. */
export const addTypeProject = async (db: Db, typeId: string, projectId: string): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('volume_type_projects')
    .values({ volume_type_id: typeId, project_id: projectId })
    .onConflict((conflict) => conflict.columns(['volume_type_id', 'project_id']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** False if the project had no access. */
export const removeTypeProject = async (db: Db, typeId: string, projectId: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('volume_type_projects')
    .where('volume_type_id', '=', typeId)
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
