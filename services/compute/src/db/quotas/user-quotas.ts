import type { Kysely } from 'kysely'
import type { ApiTables } from '../schema/api-tables.ts'

interface Member {
  readonly projectId: string
  readonly userId: string
}

/** Limits of users within a project; without a row only the project's limit applies. */
export const userQuotas = (db: Kysely<ApiTables>) => ({
  /**
   * The sums of the limits of a project's users, by resource, without those of the user `besides`. Users without a
   * limit do not count.
   */
  given: async (projectId: string, besides?: string): Promise<Readonly<Record<string, number>>> => {
    let query = db
      .selectFrom('project_user_quotas')
      .select(['resource', ({ fn }) => fn.sum<number | string>('hard_limit').as('sum')])
      .where('project_id', '=', projectId)
      .where('hard_limit', '>', 0)
      .groupBy('resource')
      .orderBy('resource')
      .limit(100)
    if (besides !== undefined) query = query.where('user_id', '!=', besides)
    // PostgreSQL returns sums as text.
    return Object.fromEntries((await query.execute()).map(({ resource, sum }) => [resource, Number(sum)]))
  },

  set: async ({ projectId, userId }: Member, limits: Readonly<Record<string, number>>): Promise<void> => {
    const rows = Object.entries(limits).map(([resource, hard_limit]) => ({
      project_id: projectId,
      user_id: userId,
      resource,
      hard_limit,
    }))
    if (rows.length === 0) return
    await db
      .insertInto('project_user_quotas')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['project_id', 'user_id', 'resource'])
          .doUpdateSet((eb) => ({ hard_limit: eb.ref('excluded.hard_limit') })),
      )
      .execute()
  },

  /** Removes the limits of a user, so that only the project's apply. */
  removeOf: async ({ projectId, userId }: Member): Promise<void> => {
    await db
      .deleteFrom('project_user_quotas')
      .where('project_id', '=', projectId)
      .where('user_id', '=', userId)
      .execute()
  },
})
