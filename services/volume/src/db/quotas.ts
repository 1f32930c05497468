import type { Usage } from '../domain/quota.ts'
import { backupUsage } from './backups.ts'
import type { Db } from './db.ts'

type Numbers = Readonly<Record<string, number>>

const numbersOf = (rows: readonly { readonly resource: string; readonly hard_limit: number }[]): Numbers =>
  Object.fromEntries(rows.map(({ resource, hard_limit }) => [resource, hard_limit]))

/** A project's own limits. */
export const ownLimits = async (db: Db, projectId: string): Promise<Numbers> =>
  numbersOf(await db.selectFrom('quotas').selectAll().where('project_id', '=', projectId).execute())

/** The limits of a quota class. */
export const classLimits = async (db: Db, className: string): Promise<Numbers> =>
  numbersOf(await db.selectFrom('quota_classes').selectAll().where('class_name', '=', className).execute())

export const setLimit = (db: Db, projectId: string, resource: string, hardLimit: number): Promise<unknown> =>
  db
    .insertInto('quotas')
    .values({ project_id: projectId, resource, hard_limit: hardLimit })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'resource']).doUpdateSet({ hard_limit: hardLimit }),
    )
    .execute()

export const setClassLimit = (
  db: Db,
  className: string,
  resource: string,
  hardLimit: number,
): Promise<unknown> =>
  db
    .insertInto('quota_classes')
    .values({ class_name: className, resource, hard_limit: hardLimit })
    .onConflict((conflict) =>
      conflict.columns(['class_name', 'resource']).doUpdateSet({ hard_limit: hardLimit }),
    )
    .execute()

export const removeLimits = (db: Db, projectId: string): Promise<unknown> =>
  db.deleteFrom('quotas').where('project_id', '=', projectId).execute()

/** The names of all types, each of which has limits of its own. */
export const typeNames = async (db: Db): Promise<readonly string[]> =>
  (await db.selectFrom('volume_types').select('name').orderBy('name').limit(10_000).execute()).map(
    ({ name }) => name,
  )

interface Count {
  readonly type: string
  readonly count: number | string | bigint
  readonly gigabytes: number | string | bigint | null
  readonly growing?: number | string | bigint | null
}

/** The usage of projects by type, counted from the volumes. */
const volumesByType = (db: Db, projectIds: readonly string[]): Promise<readonly Count[]> =>
  db
    .selectFrom('volumes')
    .innerJoin('volume_types', 'volume_types.id', 'volumes.volume_type_id')
    .select(({ fn }) => [
      'volume_types.name as type',
      fn.countAll().as('count'),
      fn.sum('volumes.size').as('gigabytes'),
      fn.sum('volumes.growing_by').as('growing'),
    ])
    .where('volumes.project_id', 'in', projectIds)
    .where('volumes.consumes_quota', '=', 1)
    .groupBy('volume_types.name')
    .execute()

const snapshotsByType = (db: Db, projectIds: readonly string[]): Promise<readonly Count[]> =>
  db
    .selectFrom('snapshots')
    .innerJoin('volumes', 'volumes.id', 'snapshots.volume_id')
    .innerJoin('volume_types', 'volume_types.id', 'volumes.volume_type_id')
    .select(({ fn }) => [
      'volume_types.name as type',
      fn.countAll().as('count'),
      fn.sum('snapshots.size').as('gigabytes'),
    ])
    .where('snapshots.project_id', 'in', projectIds)
    .where('snapshots.consumes_quota', '=', 1)
    .groupBy('volume_types.name')
    .execute()

const groupCount = async (db: Db, projectIds: readonly string[]): Promise<number> => {
  const { count } = await db
    .selectFrom('volume_groups')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('project_id', 'in', projectIds)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The total usage of projects, overall and by type. Snapshots count as gigabytes unless configured otherwise. */
export const usageOf = async (
  db: Db,
  projectIds: readonly string[],
  { snapshotsTakeGigabytes = true } = {},
): Promise<Usage> => {
  const usage = new Map<string, number>()
  const add = (resource: string, type: string, amount: number): void => {
    for (const name of [resource, `${resource}_${type}`]) usage.set(name, (usage.get(name) ?? 0) + amount)
  }
  for (const { type, count, gigabytes, growing } of await volumesByType(db, projectIds)) {
    add('volumes', type, Number(count))
    add('gigabytes', type, Number(gigabytes ?? 0) + Number(growing ?? 0))
  }
  for (const { type, count, gigabytes } of await snapshotsByType(db, projectIds)) {
    add('snapshots', type, Number(count))
    if (snapshotsTakeGigabytes) add('gigabytes', type, Number(gigabytes ?? 0))
  }
  return {
    ...Object.fromEntries(usage),
    ...(await backupUsage(db, projectIds)),
    groups: await groupCount(db, projectIds),
  }
}

/** Locks the quota of the project until this transaction ends, so that reservations are made one after the other. */
export const holdQuota = (trx: Db, projectId: string): Promise<unknown> =>
  trx
    .insertInto('quota_guards')
    .values({ project_id: projectId, turn: 0 })
    .onConflict((conflict) =>
      conflict.column('project_id').doUpdateSet(({ ref }) => ({ turn: ref('quota_guards.turn') })),
    )
    .execute()
