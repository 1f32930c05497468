import type { Page, Window } from './secrets.ts'
import type { KeyDb, QuotaRow } from './tables.ts'

export const quotasOf = (db: KeyDb, projectId: string): Promise<QuotaRow | undefined> =>
  db.selectFrom('project_quotas').selectAll().where('project_id', '=', projectId).executeTakeFirst()

export const listQuotas = async (db: KeyDb, { offset, limit }: Window): Promise<Page<QuotaRow>> => {
  const { total } = await db
    .selectFrom('project_quotas')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = db.selectFrom('project_quotas').selectAll().orderBy('project_id').limit(limit).offset(offset)
  return { rows: await rows.execute(), total: Number(total) }
}

export const putQuotas = async (db: KeyDb, row: QuotaRow): Promise<void> => {
  const { project_id: _, ...quotas } = row
  await db
    .insertInto('project_quotas')
    .values(row)
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet(quotas))
    .execute()
}

export const removeQuotas = async (db: KeyDb, projectId: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('project_quotas')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** The limited resources with their tables. */
const tablesOf = {
  secrets: ['secrets'],
  orders: ['orders'],
  containers: ['containers'],
  consumers: ['secret_consumers', 'container_consumers'],
} as const

export type Counted = keyof typeof tablesOf

/** How many of a resource a project has. */
export const countOf = async (
  db: KeyDb,
  counted: Counted,
  projectIds: readonly string[],
): Promise<number> => {
  let count = 0
  for (const table of tablesOf[counted]) {
    const { total } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('project_id', 'in', projectIds)
      .executeTakeFirstOrThrow()
    count += Number(total)
  }
  return count
}
