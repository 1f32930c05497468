import { prepared } from '@nimbo/db/prepared'
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
  const byType = Map.groupBy(specs, ({ volume_type_id }) => volume_type_id)
  return rows.map((row) => typeOf(row, byType.get(row.id) ?? []))
}

interface Spec {
  readonly key: string | null
  readonly value: string | null
}

const typeOf = (row: VolumeTypeRow, specs: readonly Spec[]): VolumeType => ({
  id: row.id,
  name: row.name,
  description: row.description,
  isPublic: row.is_public === 1,
  extraSpecs: Object.fromEntries(
    specs.flatMap(({ key, value }) => (key === null || value === null ? [] : [[key, value]])),
  ),
  qosSpecsId: row.qos_specs_id,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const mostTypes = 1000

/** Types that a project may use: public ones and private ones that it has access to; all types when undefined. */
const visible = (db: Db, projectId: string | undefined) => {
  const types = db.selectFrom('volume_types').selectAll('volume_types')
  if (projectId === undefined) return types
  return types.where((where) =>
    where.or([
      where('is_public', '=', 1),
      where.exists(
        where
          .selectFrom('volume_type_projects as access')
          .select('access.project_id')
          .whereRef('access.volume_type_id', '=', 'volume_types.id')
          .where('access.project_id', '=', projectId),
      ),
    ]),
  )
}

/** The visible types with their extra specs: one row for each spec, and one for a type without any. */
const withSpecs = (db: Db, projectId: string | undefined) =>
  visible(db, projectId)
    .leftJoin('volume_type_extra_specs as spec', 'spec.volume_type_id', 'volume_types.id')
    .select(['spec.key', 'spec.value'])

/** The types that a project may use, ordered by name. */
export const listTypes = async (db: Db, projectId: string | undefined): Promise<readonly VolumeType[]> =>
  complete(db, await visible(db, projectId).orderBy('name').limit(mostTypes).execute())

interface Wanted {
  readonly wanted: string
  readonly projectId: string | undefined
}

const byId = prepared((db: Db, { wanted, projectId }: Wanted) =>
  withSpecs(db, projectId).where('id', '=', wanted),
)

const byName = prepared((db: Db, { wanted, projectId }: Wanted) =>
  withSpecs(db, projectId).where('name', '=', wanted),
)

type Joined = VolumeTypeRow & Spec

/** Builds a type from its joined rows; undefined if there are none. */
const typeIn = (rows: readonly Joined[]): VolumeType | undefined => rows[0] && typeOf(rows[0], rows)

export const findType = async (
  db: Db,
  id: string,
  projectId: string | undefined,
): Promise<VolumeType | undefined> => typeIn(await byId(db, { wanted: id, projectId }))

export const findTypeByName = async (
  db: Db,
  name: string,
  projectId: string | undefined,
): Promise<VolumeType | undefined> => typeIn(await byName(db, { wanted: name, projectId }))

interface Usual {
  readonly projectId: string
  readonly name: string
}

const ownOrNamed = prepared((db: Db, { projectId, name }: Usual) =>
  withSpecs(db, undefined)
    .leftJoin('default_volume_types as own', (on) =>
      on.onRef('own.volume_type_id', '=', 'volume_types.id').on('own.project_id', '=', projectId),
    )
    .select('own.project_id as default_of')
    .where(({ or, eb }) => or([eb('own.project_id', 'is not', null), eb('name', '=', name)])),
)

/** The default type of a project; without one, the type with this name. */
export const findUsualType = async (db: Db, usual: Usual): Promise<VolumeType | undefined> => {
  const rows = await ownOrNamed(db, usual)
  const own = rows.filter(({ default_of }) => default_of !== null)
  return typeIn(own.length > 0 ? own : rows)
}

/** Inserts a type; false if its name is taken. */
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

/** Gives a project access to a type; false if it had access already. */
export const addTypeProject = async (db: Db, typeId: string, projectId: string): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('volume_type_projects')
    .values({ volume_type_id: typeId, project_id: projectId })
    .onConflict((conflict) => conflict.columns(['volume_type_id', 'project_id']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Ends a project's access to a type; false if it had no access. */
export const removeTypeProject = async (db: Db, typeId: string, projectId: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('volume_type_projects')
    .where('volume_type_id', '=', typeId)
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
