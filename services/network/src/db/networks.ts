import { prepared } from '@nimbo/db/prepared'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { type Network, networkType, type PlainNetwork } from '../domain/network.ts'
import type { Kept } from './collection.ts'
import { grouped, Repository, type Wanted } from './repository.ts'
import { rowQueries } from './row-queries.ts'
import type { NetworkTables } from './tables.ts'

const queries = rowQueries(
  networkType,
  (projectId) =>
    sql<SqlBool>`(networks.project_id = ${projectId} or networks.shared = 1 or networks.router_external = 1)`,
)

const subnetsOf = prepared((db: Kysely<NetworkTables>, { ids }: { readonly ids: readonly string[] }) =>
  db
    .selectFrom('subnets')
    .select(['id', 'network_id'])
    .where('network_id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id'),
)

export class Networks extends Repository<Network> {
  constructor(db: Kysely<NetworkTables>) {
    super(db, queries)
  }

  protected async whole(rows: readonly Kept[], wanted: Wanted): Promise<Network[]> {
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return []
    const subnets = wanted('subnets') ? await subnetsOf(this.db, { ids }) : []
    const zones = wanted('availability_zones') ? await this.#zonesOf(ids) : []
    const subnetsByNetwork = grouped(
      subnets,
      ({ network_id }) => network_id,
      ({ id }) => id,
    )
    const zonesByNetwork = grouped(
      zones,
      ({ network_id }) => network_id,
      ({ availability_zone }) => availability_zone,
    )
    const tags = await this.tagsOf(ids, wanted)
    return rows.map(
      (row) =>
        ({
          ...row,
          subnets: subnetsByNetwork.get(row.id) ?? [],
          availability_zones: zonesByNetwork.get(row.id) ?? [],
          tags: tags.get(row.id) ?? [],
        }) as unknown as Network,
    )
  }

  #zonesOf(ids: readonly string[]) {
    return this.db
      .selectFrom('dhcp_bindings')
      .innerJoin('agents', 'agents.host', 'dhcp_bindings.host')
      .select(['network_id', 'availability_zone'])
      .where('network_id', 'in', ids)
      .distinct()
      .orderBy('availability_zone')
      .execute()
  }

  /** The networks of these ids that exist, by id, for one query. */
  async plainById(ids: Iterable<string>): Promise<Map<string, PlainNetwork>> {
    return (await this.keptById('all', ids)) as unknown as Map<string, PlainNetwork>
  }

  async plain(id: string): Promise<PlainNetwork | undefined> {
    return (await this.plainById([id])).get(id)
  }

  /** Segmentation ids of a type of network that are taken within a range, in order. */
  async takenSegments(
    type: string,
    physicalNetwork: string | null,
    first: number,
    last: number,
  ): Promise<number[]> {
    const rows = await this.db
      .selectFrom('networks')
      .select('provider_segmentation_id')
      .where('provider_network_type', '=', type)
      .where((where) =>
        physicalNetwork === null
          ? where('provider_physical_network', 'is', null)
          : where('provider_physical_network', '=', physicalNetwork),
      )
      .where('provider_segmentation_id', '>=', first)
      .where('provider_segmentation_id', '<=', last)
      .orderBy('provider_segmentation_id')
      .execute()
    return rows.map(({ provider_segmentation_id }) => provider_segmentation_id ?? 0)
  }
}
