import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from './db.ts'
import type { ResourceRow } from './tables.ts'

export type Resource = Selectable<ResourceRow>

/** The most resources read of a stack, whatever limit the operator configures. */
const mostResources = 100_000

/** All resources of a stack, including replaced ones. */
export const resourcesOf = (db: Db, stackId: string): Promise<Resource[]> =>
  db
    .selectFrom('resources')
    .selectAll()
    .where('stack_id', '=', stackId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(mostResources)
    .execute()

export const insertResource = async (db: Db, row: Insertable<ResourceRow>): Promise<void> => {
  await db.insertInto('resources').values(row).execute()
}

export const changeResource = async (db: Db, id: string, change: Updateable<ResourceRow>): Promise<void> => {
  await db.updateTable('resources').set(change).where('id', '=', id).execute()
}

/** Changes a row whose data is still as given; false otherwise. */
export const changeResourceWith = async (
  db: Db,
  { id, data }: Pick<Resource, 'id' | 'data'>,
  change: Updateable<ResourceRow>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('resources')
    .set(change)
    .where('id', '=', id)
    .where('data', '=', data)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Changes a row that is still in the state given, which the same traversal wrote; false otherwise. */
export const changeResourceAt = async (
  db: Db,
  { id, action, status, traversal }: Pick<Resource, 'id' | 'action' | 'status' | 'traversal'>,
  change: Updateable<ResourceRow>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('resources')
    .set(change)
    .where('id', '=', id)
    .where('action', '=', action)
    .where('status', '=', status)
    .where('traversal', '=', traversal)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const removeResource = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('resources').where('id', '=', id).execute()
}

export const findResource = (db: Db, id: string): Promise<Resource | undefined> =>
  db.selectFrom('resources').selectAll().where('id', '=', id).executeTakeFirst()

/** The resource of a project's stacks with this physical id, such as that of a server. */
export const resourceOfServer = (
  db: Db,
  projectId: string,
  physicalId: string,
): Promise<Resource | undefined> =>
  db
    .selectFrom('resources')
    .innerJoin('stacks', 'stacks.id', 'resources.stack_id')
    .selectAll('resources')
    .where('resources.physical_id', '=', physicalId)
    .where('stacks.project_id', '=', projectId)
    .where('resources.replaced_by', 'is', null)
    .orderBy('resources.created_at')
    .limit(1)
    .executeTakeFirst()

/** Whether this physical id belongs to another resource of any stack. */
export const isOfAnother = async (db: Db, physicalId: string, id: string): Promise<boolean> => {
  const other = await db
    .selectFrom('resources')
    .select('id')
    .where('physical_id', '=', physicalId)
    .where('id', '!=', id)
    .executeTakeFirst()
  return other !== undefined
}

/** The number of resources in a whole tree of stacks. */
export const countResources = async (db: Db, rootId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('resources')
    .innerJoin('stacks', 'stacks.id', 'resources.stack_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('stacks.root_id', '=', rootId)
    .where('stacks.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
