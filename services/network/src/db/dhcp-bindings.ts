import { prepared } from '@nimbo/db/prepared'
import { type Kysely, sql } from 'kysely'
import type { NetworkTables } from './tables.ts'

const hostsOfNetwork = prepared((db: Kysely<NetworkTables>, { networkId }: { readonly networkId: string }) =>
  db.selectFrom('dhcp_bindings').select('host').where('network_id', '=', networkId).orderBy('host'),
)

/** Which hosts serve DHCP on which network. */
export class DhcpBindings {
  readonly #db: Kysely<NetworkTables>

  constructor(db: Kysely<NetworkTables>) {
    this.#db = db
  }

  async hostsOf(networkId: string): Promise<string[]> {
    return (await hostsOfNetwork(this.#db, { networkId })).map(({ host }) => host)
  }

  async networksOn(host: string): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('dhcp_bindings')
      .select('network_id')
      .where('host', '=', host)
      .orderBy('network_id')
      .execute()
    return rows.map(({ network_id }) => network_id)
  }

  /** How many networks each host serves; hosts that serve none are absent. */
  async load(): Promise<Map<string, number>> {
    const rows = await this.#db
      .selectFrom('dhcp_bindings')
      .select(['host', sql<number | string>`count(*)`.as('networks')])
      .groupBy('host')
      .execute()
    return new Map(rows.map(({ host, networks }) => [host, Number(networks)]))
  }

  async bind(networkId: string, host: string): Promise<void> {
    await this.#db
      .insertInto('dhcp_bindings')
      .values({ network_id: networkId, host })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  async unbind(networkId: string, host: string): Promise<boolean> {
    const removed = await this.#db
      .deleteFrom('dhcp_bindings')
      .where('network_id', '=', networkId)
      .where('host', '=', host)
      .returning('host')
      .executeTakeFirst()
    return removed !== undefined
  }

  /** Networks with a subnet that wants DHCP and no host that serves it. */
  async unserved(): Promise<string[]> {
    const rows = await this.#db
      .selectFrom('subnets')
      .select('network_id')
      .distinct()
      .where('enable_dhcp', '=', 1)
      .where('network_id', 'not in', (from) => from.selectFrom('dhcp_bindings').select('network_id'))
      .orderBy('network_id')
      .limit(1000)
      .execute()
    return rows.map(({ network_id }) => network_id)
  }
}
