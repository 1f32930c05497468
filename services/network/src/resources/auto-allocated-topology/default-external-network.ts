import type { Db } from '../../tables.ts'

/** The default external network (`is_default`). */
export const defaultExternalNetwork = async (db: Db): Promise<string | undefined> => {
  const row = await db
    .selectFrom('networks')
    .select('id')
    .where('router_external', '=', 1)
    .where('is_default', '=', 1)
    .orderBy('id')
    .executeTakeFirst()
  return row?.id
}
