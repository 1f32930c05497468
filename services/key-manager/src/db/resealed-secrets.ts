import type { KeyDb } from './tables.ts'

/** A secret that has a payload. */
interface SealedSecret {
  readonly id: string
  readonly kek_id: string
  readonly sealed: string
}

/** Up to so many of a project that another than this key sealed. */
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

/** Puts a newly sealed payload in the place of the same one. */
export const resealSecret = async (
  db: KeyDb,
  { id, kek_id }: SealedSecret,
  resealed: { readonly kek_id: string; readonly sealed: string },
): Promise<void> => {
  await db.updateTable('secrets').set(resealed).where('id', '=', id).where('kek_id', '=', kek_id).execute()
}
