import type { Kysely } from 'kysely'
import type { ApiTables } from '../schema/api-tables.ts'

/** The class whose limits override the configured defaults; the only one in use. */
export const defaultClass = 'default'

/** Limits of quota classes. */
export const quotaClasses = (db: Kysely<ApiTables>) => ({
  limitsOf: async (className: string): Promise<Readonly<Record<string, number>>> => {
    const rows = await db
      .selectFrom('quota_classes')
      .select(['resource', 'hard_limit'])
      .where('class_name', '=', className)
      .orderBy('resource')
      .limit(100)
      .execute()
    return Object.fromEntries(rows.map(({ resource, hard_limit }) => [resource, hard_limit]))
  },

  set: async (className: string, limits: Readonly<Record<string, number>>): Promise<void> => {
    const rows = Object.entries(limits).map(([resource, hard_limit]) => ({
      class_name: className,
      resource,
      hard_limit,
    }))
    if (rows.length === 0) return
    await db
      .insertInto('quota_classes')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['class_name', 'resource'])
          .doUpdateSet((eb) => ({ hard_limit: eb.ref('excluded.hard_limit') })),
      )
      .execute()
  },
})
