import { sql } from 'kysely'
import type { Db } from '../tables.ts'

/** A port as the audit compares it. */
export interface BookedPort {
  readonly id: string
  readonly network_id: string
  readonly device_id: string
  readonly device_owner: string
}

/** What exists according to the database. */
export interface Books {
  readonly networks: ReadonlySet<string>
  readonly ports: readonly BookedPort[]
  readonly routers: ReadonlySet<string>
  readonly floatingIps: ReadonlySet<string>
  /** The ports that are sub-ports of a trunk. */
  readonly subPorts: ReadonlySet<string>
  /** The projects whose count of ports is wrong, and by how many it is too high. */
  readonly miscounted: ReadonlyMap<string, number>
  /** The fixed IPs of each network. */
  readonly addresses: ReadonlyMap<string, ReadonlySet<string>>
}

const most = 1_000_000

const idsIn = async (db: Db, table: 'networks' | 'routers' | 'floatingips'): Promise<ReadonlySet<string>> => {
  const rows = await db.selectFrom(table).select('id').orderBy('id').limit(most).execute()
  return new Set(rows.map(({ id }) => id))
}

const addressesOf = async (db: Db): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  const rows = await db
    .selectFrom('fixed_ips')
    .select(['network_id', 'ip_address'])
    .orderBy('network_id')
    .orderBy('ip_address')
    .limit(most)
    .execute()
  const byNetwork = Map.groupBy(rows, ({ network_id }) => network_id)
  return new Map(
    [...byNetwork].map(([id, found]) => [id, new Set(found.map(({ ip_address }) => ip_address))]),
  )
}

/** Finds wrong counts, in one statement, so that ports made or deleted meanwhile are in both numbers or in neither. */
const miscountedIn = async (db: Db): Promise<ReadonlyMap<string, number>> => {
  const compared = sql<{ project_id: string; off: number | string }>`
    select project_id, sum(n) as off from (
      select project_id, used as n from quota_usages where resource = 'ports'
      union all select project_id, -1 as n from ports) as both_numbers
    group by project_id having sum(n) <> 0 order by project_id limit ${sql.lit(most)}`
  const { rows } = await compared.execute(db)
  return new Map(rows.map(({ project_id, off }) => [project_id, Number(off)]))
}

/**
 * Reads the database. Ports are read before the resources that they belong to, so that no port lacks a resource that was created
 * meanwhile.
 */
export const lookAtBooks = async (db: Db): Promise<Books> => {
  const ports = await db
    .selectFrom('ports')
    .select(['id', 'network_id', 'device_id', 'device_owner'])
    .orderBy('id')
    .limit(most)
    .execute()
  const subPorts = await db.selectFrom('sub_ports').select('port_id').orderBy('port_id').limit(most).execute()
  return {
    ports,
    subPorts: new Set(subPorts.map(({ port_id }) => port_id)),
    networks: await idsIn(db, 'networks'),
    routers: await idsIn(db, 'routers'),
    floatingIps: await idsIn(db, 'floatingips'),
    miscounted: await miscountedIn(db),
    addresses: await addressesOf(db),
  }
}
