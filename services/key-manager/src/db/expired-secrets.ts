import type { KeyDb } from './tables.ts'

/** The secrets that expired first, of those that did so before an instant. */
export const secretsExpired = async (
  db: KeyDb,
  before: string,
  limit: number,
): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('secrets')
    .select('id')
    .where('expiration', '<=', before)
    .orderBy('expiration')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
