import type { Kysely } from 'kysely'
import type { SwiftTables } from './tables.ts'

/** Figures of the background tasks' last passes, for `/recon`. */
export const reconFigures = (db: Kysely<SwiftTables>) => ({
  put: async (name: string, figures: Readonly<Record<string, unknown>>): Promise<void> => {
    const value = JSON.stringify(figures)
    await db
      .insertInto('recon_figures')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
  },

  find: async (name: string): Promise<unknown> => {
    const row = await db
      .selectFrom('recon_figures')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst()
    return row === undefined ? undefined : JSON.parse(row.value)
  },
})

export type ReconFigures = ReturnType<typeof reconFigures>
