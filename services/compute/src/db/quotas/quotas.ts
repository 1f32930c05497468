import { inOne } from '@nimbo/db/in-one'
import { prepared } from '@nimbo/db/prepared'
import type { Kysely } from 'kysely'
import type { ApiTables } from '../schema/api-tables.ts'

const limitsOf = prepared((db: Kysely<ApiTables>, { projectId }: { readonly projectId: string }) =>
  db
    .selectFrom('quotas')
    .select(['resource', 'hard_limit'])
    .where('project_id', '=', projectId)
    .orderBy('resource')
    .limit(100),
)

/** Limits of projects; resources without a row have the default limit. */
export const quotas = (db: Kysely<ApiTables>) => ({
  ofProject: async (projectId: string): Promise<Readonly<Record<string, number>>> => {
    const rows = await limitsOf(db, { projectId })
    return Object.fromEntries(rows.map(({ resource, hard_limit }) => [resource, hard_limit]))
  },

  set: async (projectId: string, limits: Readonly<Record<string, number>>): Promise<void> => {
    const rows = Object.entries(limits).map(([resource, hard_limit]) => ({
      project_id: projectId,
      resource,
      hard_limit,
    }))
    if (rows.length === 0) return
    await db
      .insertInto('quotas')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'resource'])
          .doUpdateSet((eb) => ({ hard_limit: eb.ref('excluded.hard_limit') })),
      )
      .execute()
  },

  /** Resets a project, and its users, to the defaults. */
  removeOf: (projectId: string): Promise<void> =>
    inOne(db, async (trx) => {
      await trx.deleteFrom('quotas').where('project_id', '=', projectId).execute()
      await trx.deleteFrom('project_user_quotas').where('project_id', '=', projectId).execute()
    }),
})
