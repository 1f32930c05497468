import { type Kysely, type SqlBool, sql } from 'kysely'
import { type PlainSubnet, type Subnet, subnetType } from '../domain/subnet.ts'
import type { Kept } from './collection.ts'
import { Repository, type Wanted } from './repository.ts'
import { rowQueries } from './row-queries.ts'
import type { NetworkTables } from './tables.ts'

/** Whoever may see an external network does not therefore see its subnets. */
const queries = rowQueries(
  subnetType,
  (projectId) => sql<SqlBool>`(subnets.project_id = ${projectId} or subnets.network_id in (
      select id from networks where project_id = ${projectId} or shared = 1))`,
)

export class Subnets extends Repository<Subnet> {
  constructor(db: Kysely<NetworkTables>) {
    super(db, queries)
  }

  protected async whole(rows: readonly Kept[], wanted: Wanted): Promise<Subnet[]> {
    const ids = rows.map(({ id }) => id)
    const tags = await this.tagsOf(ids, wanted)
    return rows.map((row) => ({ ...row, tags: tags.get(row.id) ?? [] }) as unknown as Subnet)
  }

  /** The subnets of a network, oldest first. */
  async ofNetwork(networkId: string): Promise<PlainSubnet[]> {
    const subnets = await this.rows.lookUp('all', new Map([['network_id', [networkId]]]))
    return (subnets as unknown as PlainSubnet[]).toSorted(byAge)
  }
}

/** The order of `order by created_at, id`: instants are written so that their texts compare as they do. */
const byAge = (one: PlainSubnet, other: PlainSubnet): number =>
  one.created_at < other.created_at ? -1 : Number(one.created_at > other.created_at)
