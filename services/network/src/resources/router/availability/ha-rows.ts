import { prepared } from '@nimbo/db/prepared'
import { sql } from 'kysely'
import { grouped } from '@nimbo/resource/rows/grouped'
import type { Db, NetworkTables } from '../../../tables.ts'

/** A host of an HA router, with its port on the HA network. */
export type HaBinding = NetworkTables['ha_bindings']

const mostRouters = 100_000

const ofRouters = prepared((db: Db, { ids }: { readonly ids: readonly string[] }) =>
  db.selectFrom('ha_bindings').selectAll().where('router_id', 'in', ids).orderBy('router_id').orderBy('host'),
)

const onHost = prepared((db: Db, { host }: { readonly host: string }) =>
  db.selectFrom('ha_bindings').selectAll().where('host', '=', host).orderBy('router_id'),
)

/** The hosts of HA routers, by router. */
export const haBindingsOf = async (
  db: Db,
  routerIds: readonly string[],
): Promise<ReadonlyMap<string, readonly HaBinding[]>> =>
  grouped(
    routerIds.length === 0 ? [] : await ofRouters(db, { ids: routerIds }),
    ({ router_id }) => router_id,
    (binding) => binding,
  )

export const haBindingsOfRouter = async (db: Db, routerId: string): Promise<readonly HaBinding[]> =>
  (await haBindingsOf(db, [routerId])).get(routerId) ?? []

/** The HA routers of a host. */
export const haBindingsOn = (db: Db, host: string): Promise<readonly HaBinding[]> => onHost(db, { host })

export const insertHaBinding = async (db: Db, binding: HaBinding): Promise<void> => {
  await db.insertInto('ha_bindings').values(binding).execute()
}

export const deleteHaBinding = async (
  db: Db,
  { router_id, host }: Pick<HaBinding, 'router_id' | 'host'>,
): Promise<void> => {
  await db.deleteFrom('ha_bindings').where('router_id', '=', router_id).where('host', '=', host).execute()
}

/** Records the HA state that a host reports; false when it is unchanged. */
export const changeHaState = async (
  db: Db,
  { router_id, host, state }: Omit<HaBinding, 'port_id'>,
): Promise<boolean> => {
  const changed = await db
    .updateTable('ha_bindings')
    .set({ state })
    .where('router_id', '=', router_id)
    .where('host', '=', host)
    .where('state', '<>', state)
    .returning('host')
    .executeTakeFirst()
  return changed !== undefined
}

/** HA routers with fewer hosts than wanted. */
export const routersOfTooFew = async (db: Db, wanted: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('routers')
    .leftJoin('ha_bindings', 'ha_bindings.router_id', 'routers.id')
    .select('routers.id')
    .where('ha', '=', 1)
    .groupBy('routers.id')
    .having(sql<boolean>`count(ha_bindings.host) < ${wanted}`)
    .orderBy('routers.id')
    .limit(mostRouters)
    .execute()
  return rows.map(({ id }) => id)
}
