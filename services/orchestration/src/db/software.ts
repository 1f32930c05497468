import type { Selectable, Updateable } from 'kysely'
import type { Db } from './db.ts'
import type { SoftwareConfigRow, SoftwareDeploymentRow } from './tables.ts'

export type SoftwareConfig = Selectable<SoftwareConfigRow>
export type SoftwareDeployment = Selectable<SoftwareDeploymentRow>

const most = 100_000

export const findConfig = (db: Db, projectId: string, id: string): Promise<SoftwareConfig | undefined> =>
  db
    .selectFrom('software_configs')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()

export const listConfigs = (db: Db, projectId: string | undefined): Promise<SoftwareConfig[]> =>
  db
    .selectFrom('software_configs')
    .selectAll()
    .$if(projectId !== undefined, (query) => query.where('project_id', '=', projectId ?? ''))
    .orderBy('created_at')
    .orderBy('id')
    .limit(most)
    .execute()

export const insertConfig = async (db: Db, row: SoftwareConfig): Promise<void> => {
  await db.insertInto('software_configs').values(row).execute()
}

export const removeConfig = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('software_configs').where('id', '=', id).execute()
}

export const isDeployed = async (db: Db, configId: string): Promise<boolean> =>
  (await db
    .selectFrom('software_deployments')
    .select('id')
    .where('config_id', '=', configId)
    .limit(1)
    .executeTakeFirst()) !== undefined

export const findDeployment = (
  db: Db,
  projectId: string,
  id: string,
): Promise<SoftwareDeployment | undefined> =>
  db
    .selectFrom('software_deployments')
    .selectAll()
    .where('id', '=', id)
    .where((eb) => eb.or([eb('project_id', '=', projectId), eb('stack_user_project_id', '=', projectId)]))
    .executeTakeFirst()

export const listDeployments = (
  db: Db,
  projectId: string,
  serverId: string | undefined,
): Promise<SoftwareDeployment[]> =>
  db
    .selectFrom('software_deployments')
    .selectAll()
    .where((eb) => eb.or([eb('project_id', '=', projectId), eb('stack_user_project_id', '=', projectId)]))
    .$if(serverId !== undefined, (query) => query.where('server_id', '=', serverId ?? ''))
    .orderBy('created_at')
    .orderBy('id')
    .limit(most)
    .execute()

/** False if the id is taken. */
export const insertDeployment = async (db: Db, row: SoftwareDeployment): Promise<boolean> => {
  const { numInsertedOrUpdatedRows: count } = await db
    .insertInto('software_deployments')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return count === 1n
}

export const changeDeployment = async (
  db: Db,
  id: string,
  change: Updateable<SoftwareDeploymentRow>,
): Promise<void> => {
  await db.updateTable('software_deployments').set(change).where('id', '=', id).execute()
}

export const removeDeployment = async (db: Db, id: string): Promise<void> => {
  await db.deleteFrom('software_deployments').where('id', '=', id).execute()
}
