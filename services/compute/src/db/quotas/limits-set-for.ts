import { prepared } from '@nimbo/db/prepared'
import type { Kysely } from 'kysely'
import type { ApiTables } from '../schema/api-tables.ts'
import { defaultClass } from './quota-classes.ts'

const setLimits = prepared((db: Kysely<ApiTables>, { projectId }: { readonly projectId: string }) =>
  db
    .selectFrom('quota_classes')
    .select(['resource', 'hard_limit', (eb) => eb.lit<number>(0).as('own')])
    .where('class_name', '=', defaultClass)
    .unionAll(
      db
        .selectFrom('quotas')
        .select(['resource', 'hard_limit', (eb) => eb.lit<number>(1).as('own')])
        .where('project_id', '=', projectId),
    )
    .orderBy('own')
    .limit(200),
)

/** A project's limits and those of the default class, in one query. */
export const limitsSetFor = async (
  db: Kysely<ApiTables>,
  projectId: string,
): Promise<Readonly<Record<string, number>>> => {
  const rows = await setLimits(db, { projectId })
  return Object.fromEntries(rows.map(({ resource, hard_limit }) => [resource, hard_limit]))
}
