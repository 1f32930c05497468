import type { Limits, QuotaResource, Usage } from '../domain/quota.ts'
import type { Db } from './db.ts'

/** The limits of a project: its own where it has some, else the defaults. */
export const limitsOf = async (db: Db, projectId: string, defaults: Limits): Promise<Limits> => {
  const rows = await db.selectFrom('quotas').selectAll().where('project_id', '=', projectId).execute()
  return {
    ...defaults,
    ...Object.fromEntries(rows.map(({ resource, hard_limit }) => [resource, hard_limit])),
  }
}

export const setLimit = (
  db: Db,
  projectId: string,
  resource: QuotaResource,
  hardLimit: number,
): Promise<unknown> =>
  db
    .insertInto('quotas')
    .values({ project_id: projectId, resource, hard_limit: hardLimit })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'resource']).doUpdateSet({ hard_limit: hardLimit }),
    )
    .execute()

export const removeLimits = (db: Db, projectId: string): Promise<unknown> =>
  db.deleteFrom('quotas').where('project_id', '=', projectId).execute()

/** What a project has, counted from the volumes and snapshots themselves. */
export const usageOf = async (db: Db, projectId: string): Promise<Usage> => {
  const volumes = await db
    .selectFrom('volumes')
    .select(({ fn }) => [
      fn.countAll().as('count'),
      fn.sum('size').as('gigabytes'),
      fn.sum('growing_by').as('growing'),
    ])
    .where('project_id', '=', projectId)
    .where('consumes_quota', '=', 1)
    .executeTakeFirstOrThrow()
  const snapshots = await db
    .selectFrom('snapshots')
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('size').as('gigabytes')])
    .where('project_id', '=', projectId)
    .where('consumes_quota', '=', 1)
    .executeTakeFirstOrThrow()
  return {
    volumes: Number(volumes.count),
    snapshots: Number(snapshots.count),
    gigabytes:
      Number(volumes.gigabytes ?? 0) + Number(volumes.growing ?? 0) + Number(snapshots.gigabytes ?? 0),
  }
}

/** Makes others who reserve quota for the project wait until this transaction has ended. */
export const holdQuota = (trx: Db, projectId: string): Promise<unknown> =>
  trx
    .insertInto('quota_guards')
    .values({ project_id: projectId, turn: 0 })
    .onConflict((conflict) =>
      conflict.column('project_id').doUpdateSet(({ ref }) => ({ turn: ref('quota_guards.turn') })),
    )
    .execute()
