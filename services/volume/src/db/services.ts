import { sql } from 'kysely'
import type { Pool } from '../domain/pool.ts'
import { poolNameOf, queueOf } from '../domain/volume-host.ts'
import type { Db } from './db.ts'
import type { ServiceRow } from './tables.ts'

/** What a volume host reports about its back end. */
export type BackendFacts = Pick<Pool, 'backend' | 'driver' | 'totalGb' | 'freeGb' | 'thin'> &
  Partial<Pick<Pool, 'reservedPercentage' | 'further' | 'filterFunction' | 'goodnessFunction'>>

export interface ServiceReport {
  readonly binary: string
  readonly host: string
  readonly zone: string
  readonly backend?: BackendFacts
}

/** Records a heartbeat. A heartbeat without a report of a back end keeps the last report. */
export const reportService = async (db: Db, report: ServiceReport, now: string): Promise<void> => {
  const said = {
    ...{ zone: report.zone, reported_at: now },
    ...(report.backend === undefined ? {} : { backend: JSON.stringify(report.backend) }),
  }
  await db
    .insertInto('services')
    .values({
      ...{ binary: report.binary, host: report.host, disabled: 0, disabled_reason: null, frozen: 0 },
      ...{ backend: null, ...said },
    })
    .onConflict((conflict) => conflict.columns(['binary', 'host']).doUpdateSet(said))
    .execute()
}

/** The last report of a back end, as JSON; undefined before the first. */
export const findBackend = async (db: Db, host: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('services')
    .select('backend')
    .where('binary', '=', 'cinder-volume')
    .where('host', '=', host)
    .executeTakeFirst()
  return row?.backend ?? undefined
}

/** The back ends (`host@backend`) with a heartbeat since `aliveSince` that have never reported their capacity. */
export const listUnmeasured = async (db: Db, aliveSince: string): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('services')
    .select('host')
    .where('binary', '=', 'cinder-volume')
    .where('backend', 'is', null)
    .where('disabled', '=', 0)
    .where('reported_at', '>=', aliveSince)
    .orderBy('host')
    .limit(10_000)
    .execute()
  return rows.map(({ host }) => host)
}

export const listServices = (
  db: Db,
  filter: { readonly binary?: string | undefined; readonly host?: string | undefined },
): Promise<ServiceRow[]> =>
  db
    .selectFrom('services')
    .selectAll()
    .$if(filter.binary !== undefined, (query) => query.where('binary', '=', filter.binary ?? ''))
    // A host name without a back end stands for all back ends of the host.
    .$if(filter.host !== undefined, (query) =>
      query.where((where) =>
        where.or([
          where('host', '=', filter.host ?? ''),
          where(sql<string>`substr(host, 1, ${(filter.host ?? '').length + 1})`, '=', `${filter.host}@`),
        ]),
      ),
    )
    .orderBy('binary')
    .orderBy('host')
    .limit(10_000)
    .execute()

/** Disables or enables a service; false if it does not exist. */
export const setServiceDisabled = async (
  db: Db,
  binary: string,
  host: string,
  disabled: boolean,
  reason: string | null,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('services')
    .set({ disabled: disabled ? 1 : 0, disabled_reason: reason })
    .where('binary', '=', binary)
    .where('host', '=', host)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Freezes a back end, so that the scheduler no longer chooses it, or thaws it; false if it does not exist. */
export const setServiceFrozen = async (db: Db, host: string, frozen: boolean): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('services')
    .set({ frozen: frozen ? 1 : 0 })
    .where('binary', '=', 'cinder-volume')
    .where('host', '=', host)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Every back end that has reported, with its provisioned capacity; those without a heartbeat since `aliveSince` are down. */
export const listPools = async (
  db: Db,
  aliveSince: string,
  overSubscription: number,
): Promise<readonly Pool[]> => {
  const rows = await listServices(db, { binary: 'cinder-volume' })
  const promised = await db
    .selectFrom('volumes')
    .select(({ fn }) => [
      'host',
      fn.countAll().as('count'),
      fn.sum('size').as('size'),
      fn.sum('growing_by').as('growing'),
    ])
    .where('host', 'is not', null)
    .groupBy('host')
    .execute()
  const provisioned = new Map(
    promised.map(({ host, count, size, growing }) => [
      host,
      { volumes: Number(count), provisionedGb: Number(size ?? 0) + Number(growing ?? 0) },
    ]),
  )
  return rows.flatMap(({ host, zone, disabled, frozen, backend, reported_at }) =>
    backend === null
      ? []
      : [
          {
            reservedPercentage: 0,
            further: {},
            ...(JSON.parse(backend) as BackendFacts),
            host: queueOf(host),
            zone,
            overSubscription,
            ...(provisioned.get(poolNameOf(host)) ?? { volumes: 0, provisionedGb: 0 }),
            enabled: disabled === 0 && frozen === 0,
            up: reported_at >= aliveSince,
          },
        ],
  )
}
