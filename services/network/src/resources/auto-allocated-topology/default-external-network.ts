import type { Db } from '../../tables.ts'

/** The external network that projects are joined with that name none. */
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
