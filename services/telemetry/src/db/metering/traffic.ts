import { prepared } from '@nimbo/db/prepared'
import { takingRows } from '@nimbo/db/taking-rows'
import type { Insertable, Selectable } from 'kysely'
import type { MeteringDb } from './metering.ts'
import type { CounterRow, TrafficRow } from './tables.ts'

export type Counter = Selectable<CounterRow>

const ofResources = prepared((trx: MeteringDb, { ids }: { readonly ids: readonly string[] }) =>
  takingRows(
    trx,
    trx
      .selectFrom('counters')
      .selectAll()
      .where('resource_id', 'in', ids)
      .orderBy('resource_id')
      .orderBy('meter'),
  ),
)

/** Reads and locks the last counters of resources until the transaction ends. */
export const takeCounters = async (trx: MeteringDb, ids: readonly string[]): Promise<readonly Counter[]> =>
  ids.length === 0 ? [] : ofResources(trx, { ids })

const putRows = prepared((db: MeteringDb, { rows }: { readonly rows: readonly Insertable<CounterRow>[] }) =>
  db
    .insertInto('counters')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['resource_id', 'meter'])
        .doUpdateSet((eb) => ({ at: eb.ref('excluded.at'), value: eb.ref('excluded.value') })),
    ),
)

export const putCounters = async (db: MeteringDb, rows: readonly Counter[]): Promise<void> => {
  if (rows.length > 0) await putRows(db, { rows })
}

const addRows = prepared((db: MeteringDb, { rows }: { readonly rows: readonly Insertable<TrafficRow>[] }) =>
  db
    .insertInto('traffic')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['resource_id', 'direction', 'hour'])
        .doUpdateSet((eb) => ({ bytes: eb('traffic.bytes', '+', eb.ref('excluded.bytes')) })),
    ),
)

/** Adds to the traffic of an hour; a resource and direction must not occur twice for the same hour. */
export const addTraffic = async (db: MeteringDb, rows: readonly Insertable<TrafficRow>[]): Promise<void> => {
  if (rows.length > 0) await addRows(db, { rows })
}

/** The maximum number of rows that one usage request reads; it fails when there are more. */
export const mostHours = 200_000

interface Period {
  readonly from: number
  readonly until: number
  readonly projectId: string | undefined
}

/** The total traffic in a period, by project, direction and hour. */
export const trafficBetween = async (db: MeteringDb, { from, until, projectId }: Period) => {
  let query = db
    .selectFrom('traffic')
    .select(['project_id', 'direction', 'hour', ({ fn }) => fn.sum<number>('bytes').as('bytes')])
    .where('hour', '>=', from)
    .where('hour', '<', until)
  if (projectId !== undefined) query = query.where('project_id', '=', projectId)
  const rows = await query
    .groupBy(['project_id', 'direction', 'hour'])
    .orderBy('hour')
    .orderBy('project_id')
    .orderBy('direction')
    .limit(mostHours + 1)
    .execute()
  return rows.map(({ hour, bytes, ...row }) => ({ ...row, hour: Number(hour), bytes: Number(bytes) }))
}
