import { type Kysely, type SqlBool, sql } from 'kysely'
import { type PlainSubnet, type Subnet, subnetType } from '../domain/subnet.ts'
import { type Condition, isOneOf, type Kept } from './collection.ts'
import { Repository, type Wanted } from './repository.ts'
import { rowCodec } from './row-codec.ts'
import type { NetworkTables } from './tables.ts'

const codec = rowCodec(subnetType)

export class Subnets extends Repository<Subnet> {
  constructor(db: Kysely<NetworkTables>) {
    super(db, codec)
  }

  /** Whoever may see an external network does not therefore see its subnets. */
  protected visibleTo(projectId: string): Condition {
    return sql<SqlBool>`(subnets.project_id = ${projectId} or subnets.network_id in (
      select id from networks where project_id = ${projectId} or shared = 1))`
  }

  protected async whole(rows: readonly Kept[], wanted: Wanted): Promise<Subnet[]> {
    const ids = rows.map(({ id }) => id)
    const tags = await this.tagsOf(ids, wanted)
    return rows.map((row) => ({ ...row, tags: tags.get(row.id) ?? [] }) as unknown as Subnet)
  }

  /** The subnets of a network, oldest first. */
  async ofNetwork(networkId: string): Promise<PlainSubnet[]> {
    const sort = [{ attribute: 'created_at', direction: 'asc' as const }]
    const where = [isOneOf(subnetType, 'network_id', [networkId])]
    return (await this.rows.find({ sort, where })) as unknown as PlainSubnet[]
  }
}
