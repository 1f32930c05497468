import { prepared } from '@nimbo/db/prepared'
import type { UseEnd } from '../../domain/metering/use-changes.ts'
import { alikeRows, broughtTogether } from './alike-rows.ts'
import { type Expression, type Insertable, type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import type { EventRow, MeteringTables, PublishedRow, SampleRow, UseRow } from './tables.ts'

/** The database of events and samples, or a transaction on it. */
export type MeteringDb = Kysely<MeteringTables>
export type EventRecord = Selectable<EventRow>
export type SampleRecord = Selectable<SampleRow>
export type NewSample = Insertable<SampleRow>
export type UseRecord = Selectable<UseRow>

type Conditions = readonly Expression<SqlBool>[]

const all = (conditions: Conditions): Expression<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`

/** Inserts events, those with null in the same columns together; returns the message ids that were new. */
export const insertEvents = async (
  db: MeteringDb,
  rows: readonly Insertable<EventRow>[],
): Promise<ReadonlySet<string>> => {
  const inserted = new Set<string>()
  for (const some of alikeRows(broughtTogether(rows)))
    for (const { message_id } of await putEvents(db, { rows: some })) inserted.add(message_id)
  return inserted
}

const putEvents = prepared((db: MeteringDb, { rows }: { readonly rows: readonly Insertable<EventRow>[] }) =>
  db
    .insertInto('events')
    .values(rows)
    .onConflict((conflict) => conflict.column('message_id').doNothing())
    .returning('message_id'),
)

export const listEvents = (db: MeteringDb, conditions: Conditions, limit: number): Promise<EventRecord[]> =>
  db.selectFrom('events').selectAll().where(all(conditions)).orderBy('position').limit(limit).execute()

export const eventTypes = async (db: MeteringDb, conditions: Conditions, limit: number) => {
  const rows = await db
    .selectFrom('events')
    .select('event_type')
    .distinct()
    .where(all(conditions))
    .orderBy('event_type')
    .limit(limit)
    .execute()
  return rows.map(({ event_type }) => event_type)
}

export const insertSamples = async (db: MeteringDb, rows: readonly NewSample[]): Promise<void> => {
  for (const some of alikeRows(rows)) await putSamples(db, { rows: some })
}

const putSamples = prepared((db: MeteringDb, { rows }: { readonly rows: readonly NewSample[] }) =>
  db
    .insertInto('samples')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing()),
)

/** The samples that match, the latest first. */
export const listSamples = (db: MeteringDb, conditions: Conditions, limit: number): Promise<SampleRecord[]> =>
  db
    .selectFrom('samples')
    .selectAll()
    .where(all(conditions))
    .orderBy('timestamp', 'desc')
    .orderBy('position', 'desc')
    .limit(limit)
    .execute()

/** The maximum number of samples that one request for statistics reads; it fails when there are more. */
export const mostSummed = 200_000

/** What statistics need of the samples that match. */
export const listVolumes = (db: MeteringDb, conditions: Conditions) =>
  db
    .selectFrom('samples')
    .select(['timestamp', 'volume', 'unit', 'resource_id', 'project_id', 'user_id', 'source'])
    .where(all(conditions))
    .orderBy('position')
    .limit(mostSummed + 1)
    .execute()

/** The last sample of each meter and resource. */
export const lastSamples = (db: MeteringDb, conditions: Conditions, limit: number): Promise<SampleRecord[]> =>
  db
    .selectFrom('samples')
    .selectAll()
    .where('position', 'in', (eb) =>
      eb
        .selectFrom('samples')
        .select(({ fn }) => fn.max('position').as('position'))
        .where(all(conditions))
        .groupBy(['meter', 'resource_id']),
    )
    .orderBy('resource_id')
    .orderBy('meter')
    .limit(limit)
    .execute()

/** When the samples of resources that match begin and end. */
export const spansOfResources = (db: MeteringDb, conditions: Conditions, resourceIds: readonly string[]) =>
  resourceIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('samples')
        .select([
          'resource_id',
          ({ fn }) => fn.min('timestamp').as('first'),
          ({ fn }) => fn.max('timestamp').as('last'),
        ])
        .where('resource_id', 'in', resourceIds)
        .where(all(conditions))
        .groupBy('resource_id')
        .execute()

/** Ends the current uses of resources, where they have any, each at its instant, and those that ended later. */
export const endUses = async (db: MeteringDb, ends: readonly UseEnd[]): Promise<void> => {
  for (const some of alikeRows(ends)) await endThese(db, { ends: some })
}

const endThese = prepared((db: MeteringDb, { ends }: { readonly ends: readonly UseEnd[] }) =>
  db
    .updateTable('uses')
    .set({
      ended_at: sql<number>`case ${sql.join(
        ends.map(
          ({ kind, resourceId, at }) => sql`when ${isUseOf({ kind, resourceId })} then cast(${at} as bigint)`,
        ),
        sql` `,
      )} end`,
    })
    .where(({ or }) =>
      or(ends.map((end) => sql<SqlBool>`${isUseOf(end)} and (ended_at is null or ended_at > ${end.at})`)),
    ),
)

const isUseOf = ({ kind, resourceId }: Pick<UseEnd, 'kind' | 'resourceId'>) =>
  sql<SqlBool>`(kind = ${kind} and resource_id = ${resourceId})`

export const beginUses = async (db: MeteringDb, rows: readonly Insertable<UseRow>[]): Promise<void> => {
  for (const some of alikeRows(rows)) await putUses(db, { rows: some })
}

const putUses = prepared((db: MeteringDb, { rows }: { readonly rows: readonly Insertable<UseRow>[] }) =>
  db.insertInto('uses').values(rows),
)

/** The maximum number of uses that one usage request reads; it fails when there are more. */
export const mostUses = 200_000

/** Uses that overlap a period. */
export const usesBetween = (
  db: MeteringDb,
  {
    from,
    until,
    projectId,
  }: { readonly from: number; readonly until: number; readonly projectId: string | undefined },
): Promise<UseRecord[]> => {
  let query = db
    .selectFrom('uses')
    .selectAll()
    .where('begun_at', '<', until)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', from)]))
  if (projectId !== undefined) query = query.where('project_id', '=', projectId)
  return query
    .orderBy('position')
    .limit(mostUses + 1)
    .execute()
}

export const keepPublications = async (db: MeteringDb, publications: readonly string[]): Promise<void> => {
  const rows = publications.map((publication) => ({ publication }))
  for (const some of alikeRows(rows)) await putPublications(db, { rows: some })
}

const putPublications = prepared(
  (db: MeteringDb, { rows }: { readonly rows: readonly Insertable<PublishedRow>[] }) =>
    db.insertInto('published').values(rows),
)

/** How many publications are read at a time. */
export const publicationsTogether = 100

const oldestPublications = prepared((db: MeteringDb) =>
  db.selectFrom('published').selectAll().orderBy('position').limit(publicationsTogether),
)

export const publicationsWaiting = (db: MeteringDb) => oldestPublications(db, {})

export const removePublications = async (db: MeteringDb, positions: readonly number[]): Promise<void> => {
  if (positions.length > 0) await dropPublications(db, { positions })
}

const dropPublications = prepared(
  (db: MeteringDb, { positions }: { readonly positions: readonly number[] }) =>
    db.deleteFrom('published').where('position', 'in', positions),
)
