import { afterRow, orderTerms, type SortColumn } from '@nimbo/db/keyset'
import { prepared } from '@nimbo/db/prepared'
import { type Expression, type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import { inParts } from './in-parts.ts'
import type { MetricDb } from './policies.ts'
import type { ResourceHistoryRow, ResourceRow } from './tables.ts'

/** A revision of a resource; past ones have a `revision_end`. */
export interface Revision extends Selectable<ResourceRow> {
  readonly revision: number
  readonly revision_end: string | null
}

/** The revision number of the current state, which sorts after all past revisions. */
export const present = Number.MAX_SAFE_INTEGER

export interface ResourceList {
  readonly conditions: readonly Expression<SqlBool>[]
  /** Ends with a unique key. */
  readonly order: readonly SortColumn[]
  readonly after: Revision | undefined
  readonly limit: number
  /** Whether to include past revisions. */
  readonly history: boolean
}

const columns = [
  ...(['id', 'type', 'original_resource_id', 'user_id', 'project_id'] as const),
  ...(['created_by_user_id', 'created_by_project_id'] as const),
  ...(['started_at', 'ended_at', 'revision_start', 'attributes'] as const),
] as const

const revisions = (db: MetricDb, history: boolean) => {
  const current = db
    .selectFrom('resources')
    .select(columns)
    .select([sql<number>`${sql.lit(present)}`.as('revision'), sql<string | null>`null`.as('revision_end')])
  if (!history) return current.as('revisions')
  const past = db
    .selectFrom('resource_history')
    .select(columns)
    .select(['revision', sql<string | null>`revision_end`.as('revision_end')])
  return current.unionAll(past).as('revisions')
}

export const listRevisions = (
  db: MetricDb,
  { conditions, order, after, limit, history }: ResourceList,
): Promise<Revision[]> => {
  let query = db.selectFrom(revisions(db, history)).selectAll()
  for (const condition of conditions) query = query.where(condition)
  if (after) query = query.where(afterRow(order, { ...after }))
  for (const term of orderTerms(order)) query = query.orderBy(term)
  return query.limit(limit).execute()
}

interface Wanted {
  readonly id: string
  readonly revision: number
  readonly history: boolean
}

const revisionOf = prepared((db: MetricDb, { id, revision, history }: Wanted) =>
  db.selectFrom(revisions(db, history)).selectAll().where('id', '=', id).where('revision', '=', revision),
)

export const findRevision = async (
  db: MetricDb,
  id: string,
  revision: number,
): Promise<Revision | undefined> => (await revisionOf(db, { id, revision, history: revision !== present }))[0]

const byIds = prepared((db: MetricDb, { ids }: { readonly ids: readonly string[] }) =>
  db.selectFrom('resources').selectAll().where('id', 'in', ids),
)

/** The current revisions of the resources with these ids; missing ones are left out. */
export const findResources = async (
  db: MetricDb,
  ids: readonly string[],
): Promise<readonly Selectable<ResourceRow>[]> => inParts(ids, (some) => byIds(db, { ids: some }))

const insertRow = prepared((db: MetricDb, { row }: { readonly row: Insertable<ResourceRow> }) =>
  db
    .insertInto('resources')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing()),
)

/** Inserts a resource; false when there is one with that id. */
export const insertResource = async (db: MetricDb, row: Insertable<ResourceRow>): Promise<boolean> =>
  (await insertRow(db, { row })) === 1

/** Updates a resource, and adds its previous state to the history. */
export const reviseResource = async (
  db: MetricDb,
  was: Selectable<ResourceRow>,
  row: Selectable<ResourceRow>,
): Promise<void> => {
  await insertPast(db, { row: { ...was, revision_end: row.revision_start } })
  const { id, ...changes } = row
  await updateRow(db, { id, changes })
}

const insertPast = prepared((db: MetricDb, { row }: { readonly row: Insertable<ResourceHistoryRow> }) =>
  db.insertInto('resource_history').values(row),
)

interface Change {
  readonly id: string
  readonly changes: Updateable<ResourceRow>
}

const updateRow = prepared((db: MetricDb, { id, changes }: Change) =>
  db.updateTable('resources').set(changes).where('id', '=', id),
)

/** Deletes resources with their history; `deleteMetricsOf` comes before it. */
export const deleteResources = async (db: MetricDb, ids: readonly string[]): Promise<number> => {
  if (ids.length === 0) return 0
  const { numDeletedRows } = await db.deleteFrom('resources').where('id', 'in', ids).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
