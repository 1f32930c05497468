import { prepared } from '@nimbo/db/prepared'
import type { Kysely } from 'kysely'
import type { ApiTables } from '../schema/api-tables.ts'
import { defaultClass } from './quota-classes.ts'

interface Member {
  readonly projectId: string
  readonly userId: string
}

/** The owner of a limit, as the query encodes it. */
const ofClass = 0
const ofProject = 1
const ofUser = 2

const setLimits = prepared((db: Kysely<ApiTables>, { projectId, userId }: Member) =>
  db
    .selectFrom('quota_classes')
    .select(['resource', 'hard_limit', (eb) => eb.lit<number>(ofClass).as('own')])
    .where('class_name', '=', defaultClass)
    .unionAll(
      db
        .selectFrom('quotas')
        .select(['resource', 'hard_limit', (eb) => eb.lit<number>(ofProject).as('own')])
        .where('project_id', '=', projectId),
    )
    .unionAll(
      db
        .selectFrom('project_user_quotas')
        .select(['resource', 'hard_limit', (eb) => eb.lit<number>(ofUser).as('own')])
        .where('project_id', '=', projectId)
        .where('user_id', '=', userId),
    )
    .limit(200),
)

type LimitsByResource = Readonly<Record<string, number>>

/**
 * Reads in one query the limits set for a project, where it has none those of the default class, and those set for a
 * user within it.
 */
export const limitsSetFor = async (
  db: Kysely<ApiTables>,
  projectId: string,
  userId: string,
): Promise<{ readonly project: LimitsByResource; readonly user: LimitsByResource }> => {
  const rows = await setLimits(db, { projectId, userId })
  const limitsOf = (whose: number): LimitsByResource =>
    Object.fromEntries(
      rows.filter(({ own }) => own === whose).map(({ resource, hard_limit }) => [resource, hard_limit]),
    )
  return { project: { ...limitsOf(ofClass), ...limitsOf(ofProject) }, user: limitsOf(ofUser) }
}
