import type { KeyDb } from './tables.ts'

/** A secret with a payload. */
interface SealedSecret {
  readonly id: string
  readonly kek_id: string
  readonly sealed: string
}

/** At most `limit` secrets of a project that are not encrypted with this key of the project. */
export const secretsNotSealedBy = async (
  db: KeyDb,
  projectId: string,
  kekId: string,
  limit: number,
): Promise<readonly SealedSecret[]> => {
  const rows = await db
    .selectFrom('secrets')
    .select(['id', 'kek_id', 'sealed'])
    .where('project_id', '=', projectId)
    .where('kek_id', '<>', kekId)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ id, kek_id, sealed }) =>
    kek_id === null || sealed === null ? [] : [{ id, kek_id, sealed }],
  )
}

/** Replaces an encrypted payload if it is unchanged. */
export const resealSecret = async (
  db: KeyDb,
  { id, kek_id }: SealedSecret,
  resealed: { readonly kek_id: string; readonly sealed: string },
): Promise<void> => {
  await db.updateTable('secrets').set(resealed).where('id', '=', id).where('kek_id', '=', kek_id).execute()
}
