import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from './db.ts'
import type { StackRow } from './tables.ts'

export type Stack = Selectable<StackRow>

export const findStack = (db: Db, id: string): Promise<Stack | undefined> =>
  db.selectFrom('stacks').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * A stack that is nested directly in another one. Code that knows a nested stack only by the physical id of a resource asks for it
 * here: users choose some physical ids (`external_id`, names), so that the id alone could be that of any project's stack.
 */
export const findNestedStack = (db: Db, parentId: string, id: string): Promise<Stack | undefined> =>
  db
    .selectFrom('stacks')
    .selectAll()
    .where('id', '=', id)
    .where('parent_id', '=', parentId)
    .executeTakeFirst()

/** Marks a nested stack whose resource the parent deletes without deleting the stack (`deletion_policy: Retain`). */
export const keepNestedStack = async (db: Db, parentId: string, id: string): Promise<void> => {
  await db
    .updateTable('stacks')
    .set({ parent_resource: null })
    .where('id', '=', id)
    .where('parent_id', '=', parentId)
    .execute()
}

/** The existing root stack of a name; nested stacks are not found. */
export const findStackByName = (db: Db, projectId: string, name: string): Promise<Stack | undefined> =>
  db
    .selectFrom('stacks')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('living_name', '=', name)
    .executeTakeFirst()

/** The existing stack that owns this project of stack users. */
export const stackOfUsers = (db: Db, userProjectId: string): Promise<Stack | undefined> =>
  db
    .selectFrom('stacks')
    .selectAll()
    .where('user_project_id', '=', userProjectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

export const insertStack = async (db: Db, row: Insertable<StackRow>): Promise<boolean> => {
  const { numInsertedOrUpdatedRows: count } = await db
    .insertInto('stacks')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return count === 1n
}

/** Updates a stack by compare-and-set on its traversal; false when a newer action was requested. */
export const changeStack = async (
  db: Db,
  { id, traversal }: Pick<Stack, 'id' | 'traversal'>,
  change: Updateable<StackRow>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('stacks')
    .set(change)
    .where('id', '=', id)
    .where('traversal', '=', traversal)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Makes the engine act by this trust for all stacks of a tree, whoever nested them. */
export const entrustTree = async (
  db: Db,
  rootId: string,
  trust: Pick<Stack, 'trust_id' | 'trustor_id'>,
): Promise<void> => {
  await db.updateTable('stacks').set(trust).where('root_id', '=', rootId).execute()
}

/** Whether an existing stack of the tree acts by this trust. Nested stacks that were kept outlive their root. */
export const isTrustUsed = async (
  db: Db,
  { root_id, trust_id }: Pick<Stack, 'root_id' | 'trust_id'>,
): Promise<boolean> => {
  const user = await db
    .selectFrom('stacks')
    .select('id')
    .where('root_id', '=', root_id)
    .where('trust_id', '=', trust_id)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return user !== undefined
}

/** Stores the project of a stack's users, regardless of a newer action. */
export const keepUserProject = async (db: Db, id: string, projectId: string): Promise<void> => {
  await db.updateTable('stacks').set({ user_project_id: projectId }).where('id', '=', id).execute()
}

/** Acquires a stack for a flow; false while the previous flow still holds it. */
export const holdStack = async (db: Db, id: string, holder: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('stacks')
    .set({ holder })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('holder', 'is', null), eb('holder', '=', holder)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const releaseStack = async (db: Db, id: string, holder: string): Promise<void> => {
  await db
    .updateTable('stacks')
    .set({ holder: null })
    .where('id', '=', id)
    .where('holder', '=', holder)
    .execute()
}

export const childrenOf = (db: Db, parentId: string): Promise<Stack[]> =>
  db
    .selectFrom('stacks')
    .selectAll()
    .where('parent_id', '=', parentId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .limit(10_000)
    .execute()

/** What places a stack in its tree. */
export type StackInTree = Pick<Stack, 'id' | 'name' | 'project_id' | 'parent_id' | 'depth'>

/** All stacks of a tree, deleted ones included. */
export const stacksOfTree = (db: Db, rootId: string): Promise<StackInTree[]> =>
  db
    .selectFrom('stacks')
    .select(['id', 'name', 'project_id', 'parent_id', 'depth'])
    .where('root_id', '=', rootId)
    .orderBy('created_at')
    .limit(100_000)
    .execute()

/** The number of root stacks that projects have in total. */
export const countStacks = async (db: Db, projectIds: readonly string[]): Promise<number> => {
  const { count } = await db
    .selectFrom('stacks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', 'in', projectIds)
    .where('living_name', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
