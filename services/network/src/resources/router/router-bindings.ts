import { prepared } from '@nimbo/db/prepared'
import { sql } from 'kysely'
import type { Db } from '../../tables.ts'

const mostRouters = 100_000

const findHosts = prepared((db: Db, { ids }: { readonly ids: readonly string[] }) =>
  db.selectFrom('router_bindings').selectAll().where('router_id', 'in', ids).orderBy('router_id'),
)

/** The hosts that run these routers, by router; unscheduled routers are absent. */
export const hostsRunning = async (db: Db, routerIds: readonly string[]): Promise<Map<string, string>> =>
  new Map(
    (routerIds.length === 0 ? [] : await findHosts(db, { ids: routerIds })).map(({ router_id, host }) => [
      router_id,
      host,
    ]),
  )

/** The routers of a host, HA ones included. */
export const routersRunBy = async (db: Db, host: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('router_bindings')
    .select('router_id')
    .where('host', '=', host)
    .union((of) => of.selectFrom('ha_bindings').select('router_id').where('host', '=', host))
    .orderBy('router_id')
    .limit(mostRouters)
    .execute()
  return rows.map(({ router_id }) => router_id)
}

/** How many routers each host runs, HA ones included; hosts without routers are absent. */
export const routersByHost = async (db: Db): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom((from) =>
      from
        .selectFrom('router_bindings')
        .select(['router_id', 'host'])
        .union((of) => of.selectFrom('ha_bindings').select(['router_id', 'host']))
        .as('bindings'),
    )
    .select(['host', sql<number | string>`count(*)`.as('routers')])
    .groupBy('host')
    .execute()
  return new Map(rows.map(({ host, routers }) => [host, Number(routers)]))
}

/** Schedules a router on a host. */
export const bindRouter = async (db: Db, routerId: string, host: string): Promise<void> => {
  await db
    .insertInto('router_bindings')
    .values({ router_id: routerId, host })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const unbindRouter = async (db: Db, routerId: string): Promise<void> => {
  await db.deleteFrom('router_bindings').where('router_id', '=', routerId).execute()
}

/** Unscheduled routers that have interfaces or gateways. */
export const unrunRouters = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom('routers')
    .select('id')
    .where('id', 'not in', (from) => from.selectFrom('router_bindings').select('router_id'))
    .where('id', 'in', (from) => from.selectFrom('ports').select('device_id').where('device_id', '<>', ''))
    // A distributed router needs a host only for SNAT, that is, with a gateway.
    .where(({ eb, or }) =>
      or([
        eb('distributed', '=', 0),
        eb('id', 'in', (from) => from.selectFrom('router_gateways').select('router_id')),
      ]),
    )
    .orderBy('id')
    .limit(mostRouters)
    .execute()
  return rows.map(({ id }) => id)
}
