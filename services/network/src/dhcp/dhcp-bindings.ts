import { prepared } from '@nimbo/db/prepared'
import { sql } from 'kysely'
import type { Db } from '../tables.ts'

const mostNetworks = 1000

const findHosts = prepared((db: Db, { networkId }: { readonly networkId: string }) =>
  db.selectFrom('dhcp_bindings').select('host').where('network_id', '=', networkId).orderBy('host'),
)

/** The hosts that serve DHCP on a network. */
export const hostsServing = async (db: Db, networkId: string): Promise<string[]> =>
  (await findHosts(db, { networkId })).map(({ host }) => host)

/** The networks on which a host serves DHCP. */
export const networksServedBy = async (db: Db, host: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('dhcp_bindings')
    .select('network_id')
    .where('host', '=', host)
    .orderBy('network_id')
    .execute()
  return rows.map(({ network_id }) => network_id)
}

/** How many networks each host serves; hosts that serve none are absent. */
export const networksByHost = async (db: Db): Promise<Map<string, number>> => {
  const rows = await db
    .selectFrom('dhcp_bindings')
    .select(['host', sql<number | string>`count(*)`.as('networks')])
    .groupBy('host')
    .execute()
  return new Map(rows.map(({ host, networks }) => [host, Number(networks)]))
}

export const bindDhcp = async (db: Db, networkId: string, host: string): Promise<void> => {
  await db
    .insertInto('dhcp_bindings')
    .values({ network_id: networkId, host })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const unbindDhcp = async (db: Db, networkId: string, host: string): Promise<void> => {
  await db.deleteFrom('dhcp_bindings').where('network_id', '=', networkId).where('host', '=', host).execute()
}

/** Networks with a DHCP subnet that no host serves. */
export const unservedNetworks = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom('subnets')
    .select('network_id')
    .distinct()
    .where('enable_dhcp', '=', 1)
    .where('network_id', 'not in', (from) => from.selectFrom('dhcp_bindings').select('network_id'))
    .orderBy('network_id')
    .limit(mostNetworks)
    .execute()
  return rows.map(({ network_id }) => network_id)
}
