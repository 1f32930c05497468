import { prepared } from '@nimbo/db/prepared'
import { sql } from 'kysely'
import type { Usage } from '../domain/quota.ts'
import type { Db } from './db.ts'

type Numbers = Readonly<Record<string, number>>

const numbersOf = (rows: readonly { readonly resource: string; readonly hard_limit: number }[]): Numbers =>
  Object.fromEntries(rows.map(({ resource, hard_limit }) => [resource, hard_limit]))

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

/** The values from which a project's limits follow. */
export interface SetLimits {
  /** The names of all types, each of which has limits of its own. */
  readonly types: readonly string[]
  /** The limits of the quota class. */
  readonly ofClass: Numbers
  readonly own: Numbers
}

interface WhoseLimits {
  readonly projectId: string
  readonly className: string
}

const limitsFor = prepared((db: Db, { projectId, className }: WhoseLimits) =>
  db
    .selectFrom('volume_types')
    .select([sql.lit('type').as('of'), 'name as resource', sql.lit(0).as('hard_limit')])
    .unionAll(
      db
        .selectFrom('quota_classes')
        .select([sql.lit('class').as('of'), 'resource', 'hard_limit'])
        .where('class_name', '=', className),
    )
    .unionAll(
      db
        .selectFrom('quotas')
        .select([sql.lit('project').as('of'), 'resource', 'hard_limit'])
        .where('project_id', '=', projectId),
    ),
)

/** The limits that are set for a project and for its quota class, with the volume types of the cloud. */
export const limitsSetFor = async (db: Db, whose: WhoseLimits): Promise<SetLimits> => {
  const rows = Map.groupBy(await limitsFor(db, whose), (row) => row.of)
  return {
    types: (rows.get('type') ?? []).map(({ resource }) => resource),
    ofClass: numbersOf(rows.get('class') ?? []),
    own: numbersOf(rows.get('project') ?? []),
  }
}

/** The names of all types, each of which has limits of its own. */
export const typeNames = async (db: Db): Promise<readonly string[]> =>
  (await db.selectFrom('volume_types').select('name').orderBy('name').limit(10_000).execute()).map(
    ({ name }) => name,
  )

interface OfProjects {
  readonly projectIds: readonly string[]
}

const countVolumes = (db: Db, { projectIds }: OfProjects) =>
  db
    .selectFrom('volumes')
    .innerJoin('volume_types', 'volume_types.id', 'volumes.volume_type_id')
    .select(({ fn }) => [
      sql.lit('volumes').as('of'),
      'volume_types.name as type',
      fn.countAll().as('count'),
      fn.sum('volumes.size').as('gigabytes'),
      fn.sum('volumes.growing_by').as('growing'),
    ])
    .where('volumes.project_id', 'in', projectIds)
    .where('volumes.consumes_quota', '=', 1)
    .groupBy('volume_types.name')

const countSnapshots = (db: Db, { projectIds }: OfProjects) =>
  db
    .selectFrom('snapshots')
    .innerJoin('volumes', 'volumes.id', 'snapshots.volume_id')
    .innerJoin('volume_types', 'volume_types.id', 'volumes.volume_type_id')
    .select(({ fn }) => [
      sql.lit('snapshots').as('of'),
      'volume_types.name as type',
      fn.countAll().as('count'),
      fn.sum('snapshots.size').as('gigabytes'),
      sql.lit(0).as('growing'),
    ])
    .where('snapshots.project_id', 'in', projectIds)
    .where('snapshots.consumes_quota', '=', 1)
    .groupBy('volume_types.name')

const countBackups = (db: Db, { projectIds }: OfProjects) =>
  db
    .selectFrom('backups')
    .select(({ fn }) => [
      sql.lit('backups').as('of'),
      sql.lit('').as('type'),
      fn.countAll().as('count'),
      fn.sum('size').as('gigabytes'),
      sql.lit(0).as('growing'),
    ])
    .where('project_id', 'in', projectIds)

const countGroups = (db: Db, { projectIds }: OfProjects) =>
  db
    .selectFrom('volume_groups')
    .select(({ fn }) => [
      sql.lit('groups').as('of'),
      sql.lit('').as('type'),
      fn.countAll().as('count'),
      sql.lit(0).as('gigabytes'),
      sql.lit(0).as('growing'),
    ])
    .where('project_id', 'in', projectIds)

const counted = prepared((db: Db, projects: OfProjects) =>
  countVolumes(db, projects)
    .unionAll(countSnapshots(db, projects))
    .unionAll(countBackups(db, projects))
    .unionAll(countGroups(db, projects)),
)

/** The total usage of projects, overall and by type. Snapshots count as gigabytes unless configured otherwise. */
export const usageOf = async (
  db: Db,
  projectIds: readonly string[],
  { snapshotsTakeGigabytes = true } = {},
): Promise<Usage> => {
  const usage = new Map<string, number>()
  const add = (resource: string, type: string, amount: number): void => {
    for (const name of [resource, ...(type === '' ? [] : [`${resource}_${type}`])])
      usage.set(name, (usage.get(name) ?? 0) + amount)
  }
  for (const { of, type, count, ...sums } of await counted(db, { projectIds })) {
    const gigabytes = Number(sums.gigabytes ?? 0) + Number(sums.growing ?? 0)
    add(of, type, Number(count))
    if (of === 'backups') add('backup_gigabytes', type, gigabytes)
    if (of === 'volumes' || (of === 'snapshots' && snapshotsTakeGigabytes)) add('gigabytes', type, gigabytes)
  }
  return Object.fromEntries(usage)
}

/** Locks the quota of the project until this transaction ends, so that reservations are made one after the other. */
export const holdQuota = (trx: Db, projectId: string): Promise<unknown> => hold(trx, { projectId })

const hold = prepared((trx: Db, { projectId }: { readonly projectId: string }) =>
  trx
    .insertInto('quota_guards')
    .values({ project_id: projectId, turn: 0 })
    .onConflict((conflict) =>
      conflict.column('project_id').doUpdateSet(({ ref }) => ({ turn: ref('quota_guards.turn') })),
    ),
)
