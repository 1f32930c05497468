import { prepared } from '@nimbo/db/prepared'
import { type Kysely, type SqlBool, sql } from 'kysely'
import {
  dhcpOwner,
  type FixedIp,
  type PlainPort,
  type Port,
  type PortStatus,
  portType,
} from '../domain/port.ts'
import type { Kept } from './collection.ts'
import { grouped, Repository, type Wanted } from './repository.ts'
import type { Row } from './row-codec.ts'
import { type Condition, rowQueries } from './row-queries.ts'
import type { NetworkTables } from './tables.ts'

type Db = Kysely<NetworkTables>

const queries = rowQueries(
  portType,
  (projectId) => sql<SqlBool>`(ports.project_id = ${projectId} or ports.network_id in (
      select id from networks where project_id = ${projectId}))`,
)

const addressesOf = prepared((db: Db, { ids }: { readonly ids: readonly string[] }) =>
  db
    .selectFrom('fixed_ips')
    .select(['port_id', 'subnet_id', 'ip_address'])
    .where('port_id', 'in', ids)
    .orderBy('position'),
)

const membershipsOf = prepared((db: Db, { ids }: { readonly ids: readonly string[] }) =>
  db.selectFrom('port_security_groups').selectAll().where('port_id', 'in', ids).orderBy('security_group_id'),
)

const takeAddress = prepared((db: Db, { row }: { readonly row: NetworkTables['fixed_ips'] }) =>
  db
    .insertInto('fixed_ips')
    .values(row)
    .onConflict((conflict) => conflict.doNothing()),
)

const addMemberships = prepared(
  (db: Db, { rows }: { readonly rows: readonly NetworkTables['port_security_groups'][] }) =>
    db.insertInto('port_security_groups').values(rows),
)

interface Move {
  readonly host: string
  readonly ids: readonly string[]
  readonly from: readonly PortStatus[]
  readonly to: PortStatus
  readonly updatedAt: string
}

const moving = (db: Db, { host, ids, from, to, updatedAt }: Move) =>
  db
    .updateTable('ports')
    .set((set) => ({
      status: to,
      updated_at: updatedAt,
      revision_number: set('revision_number', '+', 1),
    }))
    .where('id', 'in', ids)
    .where('binding_host_id', '=', host)
    .where('device_owner', '<>', dhcpOwner)
    .where('status', 'in', from)

const movePorts = prepared((db: Db, move: Move) =>
  moving(db, move).returning(['id', 'device_id', 'device_owner']),
)

const moveWholePorts = prepared((db: Db, move: Move) => moving(db, move).returningAll())

export type MovedPort = Pick<Port, 'id' | 'device_id' | 'device_owner'>

/** What DHCP must know of a port. */
export type DhcpClient = Pick<
  Port,
  'id' | 'mac_address' | 'device_id' | 'device_owner' | 'extra_dhcp_opts' | 'fixed_ips'
>

export class Ports extends Repository<Port> {
  constructor(db: Kysely<NetworkTables>) {
    super(db, queries)
  }

  protected async whole(rows: readonly Kept[], wanted: Wanted): Promise<Port[]> {
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return []
    const addresses = wanted('fixed_ips') ? await addressesOf(this.db, { ids }) : []
    const memberships = wanted('security_groups') ? await membershipsOf(this.db, { ids }) : []
    const addressesByPort = grouped(
      addresses,
      ({ port_id }) => port_id,
      ({ subnet_id, ip_address }): FixedIp => ({ subnet_id, ip_address }),
    )
    const groupsByPort = grouped(
      memberships,
      ({ port_id }) => port_id,
      ({ security_group_id }) => security_group_id,
    )
    const tags = await this.tagsOf(ids, wanted)
    return rows.map(
      (row) =>
        ({
          ...row,
          fixed_ips: addressesByPort.get(row.id) ?? [],
          security_groups: groupsByPort.get(row.id) ?? [],
          tags: tags.get(row.id) ?? [],
        }) as unknown as Port,
    )
  }

  /** `fixed_ips=ip_address=10.0.0.3`, `fixed_ips=subnet_id=…`, `fixed_ips=ip_address_substr=.3`; `security_groups=…`. */
  protected override relatedFilter(name: string, values: readonly unknown[]): Condition | undefined {
    if (name === 'security_groups')
      return sql<SqlBool>`ports.id in (
        select port_id from port_security_groups where security_group_id in (${sql.join([...values])}))`
    if (name !== 'fixed_ips') return undefined
    const parts = grouped(
      values.map((value) => String(value).split('=')),
      ([key = '']) => key,
      ([, value = '']) => value,
    )
    const matches = [...parts].map(([key, wanted]) =>
      key === 'ip_address_substr'
        ? sql`(${sql.join(
            wanted.map((part) => sql`lower(ip_address) like lower(${`%${part}%`})`),
            sql` or `,
          )})`
        : sql`${sql.ref(key === 'subnet_id' ? 'subnet_id' : 'ip_address')} in (${sql.join(wanted)})`,
    )
    return sql<SqlBool>`ports.id in (select port_id from fixed_ips where ${sql.join(matches, sql` and `)})`
  }

  /** Writes a port's row; none when its MAC is taken on its network. */
  async insert(values: Row & { readonly id: string }): Promise<PlainPort | undefined> {
    return (await this.rows.insert(values)) as unknown as PlainPort | undefined
  }

  async update(id: string, changes: Row, updatedAt: string): Promise<PlainPort | undefined> {
    return (await this.rows.update(id, changes, updatedAt)) as unknown as PlainPort | undefined
  }

  /** The security groups of a port, in their order. */
  async groupsOf(portId: string): Promise<string[]> {
    const memberships = await membershipsOf(this.db, { ids: [portId] })
    return memberships.map(({ security_group_id }) => security_group_id)
  }

  /** The ports of a network as DHCP serves them; of a large network, all columns would be far more. */
  async dhcpClients(networkId: string): Promise<DhcpClient[]> {
    const rows = await this.db
      .selectFrom('ports')
      .select(['id', 'mac_address', 'device_id', 'device_owner', 'extra_dhcp_opts'])
      .where('network_id', '=', networkId)
      .orderBy('id')
      .execute()
    const addresses = await this.db
      .selectFrom('fixed_ips')
      .innerJoin('ports', 'ports.id', 'fixed_ips.port_id')
      .select(['port_id', 'subnet_id', 'ip_address'])
      .where('ports.network_id', '=', networkId)
      .orderBy('position')
      .execute()
    const addressesByPort = grouped(
      addresses,
      ({ port_id }) => port_id,
      ({ subnet_id, ip_address }): FixedIp => ({ subnet_id, ip_address }),
    )
    return rows.map(({ extra_dhcp_opts, ...row }) => ({
      ...row,
      extra_dhcp_opts: JSON.parse(extra_dhcp_opts) as Port['extra_dhcp_opts'],
      fixed_ips: addressesByPort.get(row.id) ?? [],
    }))
  }

  /** Takes an address for a port; false when another port has it. */
  async takeAddress(
    port: Pick<Port, 'id' | 'network_id'>,
    address: FixedIp,
    position: number,
  ): Promise<boolean> {
    const row = { ...address, port_id: port.id, network_id: port.network_id, position }
    return (await takeAddress(this.db, { row })) > 0
  }

  async releaseAddress(portId: string, address: FixedIp): Promise<void> {
    await this.db
      .deleteFrom('fixed_ips')
      .where('port_id', '=', portId)
      .where('subnet_id', '=', address.subnet_id)
      .where('ip_address', '=', address.ip_address)
      .execute()
  }

  async takenAddresses(subnetId: string): Promise<Set<string>> {
    const rows = await this.db
      .selectFrom('fixed_ips')
      .select('ip_address')
      .where('subnet_id', '=', subnetId)
      .execute()
    return new Set(rows.map(({ ip_address }) => ip_address))
  }

  async holderOf(subnetId: string, ipAddress: string): Promise<string | undefined> {
    const row = await this.db
      .selectFrom('fixed_ips')
      .select('port_id')
      .where('subnet_id', '=', subnetId)
      .where('ip_address', '=', ipAddress)
      .executeTakeFirst()
    return row?.port_id
  }

  /** Ports with an address of the subnet. */
  async ofSubnet(subnetId: string): Promise<Port[]> {
    const where = [sql<SqlBool>`ports.id in (select port_id from fixed_ips where subnet_id = ${subnetId})`]
    return this.list('all', new Map(), { where })
  }

  async setSecurityGroups(portId: string, groupIds: readonly string[]): Promise<void> {
    await this.db.deleteFrom('port_security_groups').where('port_id', '=', portId).execute()
    await this.addSecurityGroups(portId, groupIds)
  }

  async addSecurityGroups(portId: string, groupIds: readonly string[]): Promise<void> {
    if (groupIds.length === 0) return
    const rows = groupIds.map((security_group_id) => ({ port_id: portId, security_group_id }))
    await addMemberships(this.db, { rows })
  }

  /**
   * Moves those of these ports to `to` whose status is one of `from`, that are still bound to the host and not the service's
   * own; their revisions count up with it. Gives those that were moved.
   */
  async move(move: Move): Promise<MovedPort[]> {
    return move.ids.length === 0 ? [] : movePorts(this.db, move)
  }

  /** The same, and gives all of those that were moved but their tags. */
  async moveWhole(move: Move): Promise<Port[]> {
    const moved = move.ids.length === 0 ? [] : await moveWholePorts(this.db, move)
    return this.whole(this.rows.kept(moved), (attribute) => attribute !== 'tags')
  }

  /** The networks and security groups of the ports that were made or changed at or after an instant, the last `most` of them. */
  async changedSince(
    since: string,
    most: number,
  ): Promise<{ readonly networkIds: readonly string[]; readonly groupIds: readonly string[] }> {
    const recent = await this.db
      .selectFrom('ports')
      .select(['id', 'network_id'])
      .where('updated_at', '>=', since)
      .orderBy('updated_at', 'desc')
      .limit(most)
      .execute()
    const memberships =
      recent.length === 0 ? [] : await membershipsOf(this.db, { ids: recent.map(({ id }) => id) })
    return {
      networkIds: [...new Set(recent.map(({ network_id }) => network_id))],
      groupIds: [...new Set(memberships.map(({ security_group_id }) => security_group_id))],
    }
  }

  /** Hosts and ports whose filtering depends on these groups: members, and members of groups whose rules name them. */
  async affectedBy(groupIds: readonly string[]): Promise<{ readonly id: string; readonly host: string }[]> {
    if (groupIds.length === 0) return []
    const groups = sql.join([...groupIds])
    const { rows } = await sql<{ id: string; host: string }>`
      select distinct ports.id as id, ports.binding_host_id as host from ports
      join port_security_groups on port_security_groups.port_id = ports.id
      where ports.binding_host_id <> '' and (
        port_security_groups.security_group_id in (${groups})
        or port_security_groups.security_group_id in (
          select security_group_id from security_group_rules where remote_group_id in (${groups})))
      order by id
    `.execute(this.db)
    return rows
  }
}
