import type { Port } from '@nimbo/contracts/network/port'
import { prepared } from '@nimbo/db/prepared'
import { sql } from 'kysely'
import { byPort } from '../ipam/fixed-ips.ts'
import { dhcpOwner, routerGatewayOwner, routerInterfaceOwner } from '../resources/port/device-owners.ts'
import { groupsOfPorts } from '../resources/port/memberships.ts'
import { ports } from '../resources/port/ports.ts'
import { haBindingsOn } from '../resources/router/availability/ha-rows.ts'
import { distributedPortsOn } from '../resources/router/distribution/where-distributed.ts'
import type { Db } from '../tables.ts'

const wired = { fields: ['fixed_ips', 'security_groups'] }

/** The ports of HA routers on this host that are bound to another host. */
const portsOfShared = async (db: Db, host: string, portIds?: readonly string[]): Promise<Port[]> => {
  const routerIds = (await haBindingsOn(db, host)).map(({ router_id }) => router_id)
  if (routerIds.length === 0) return []
  const owners = [routerInterfaceOwner, routerGatewayOwner]
  const filters = { device_id: routerIds, device_owner: owners, ...(portIds ? { id: portIds } : {}) }
  const found = await ports.list(db, 'all', filters, wired)
  return found.filter((port) => port['binding:host_id'] !== host)
}

/** The ports that a host wires: those bound to it, except DHCP ports, and those of HA or distributed routers on it. */
export const portsOnHost = async (db: Db, host: string, portIds?: readonly string[]): Promise<Port[]> => {
  const filters = { 'binding:host_id': [host], ...(portIds ? { id: portIds } : {}) }
  const found = await ports.list(db, 'all', filters, wired)
  const own = found.filter(({ device_owner }) => device_owner !== dhcpOwner)
  const shared = await portsOfShared(db, host, portIds)
  return [...own, ...shared, ...(await distributedPortsOn(db, host, portIds, wired))]
}

/** The columns of a port that DHCP needs. */
export type DhcpClient = Pick<
  Port,
  'id' | 'mac_address' | 'device_id' | 'device_owner' | 'dns_name' | 'extra_dhcp_opts' | 'fixed_ips'
>

const clientsOf = prepared((db: Db, { networkId }: { readonly networkId: string }) =>
  db
    .selectFrom('ports')
    .select(['id', 'mac_address', 'device_id', 'device_owner', 'dns_name', 'extra_dhcp_opts'])
    .where('network_id', '=', networkId)
    .orderBy('id'),
)

const addressesOf = prepared((db: Db, { networkId }: { readonly networkId: string }) =>
  db
    .selectFrom('fixed_ips')
    .innerJoin('ports', 'ports.id', 'fixed_ips.port_id')
    .select(['port_id', 'subnet_id', 'ip_address'])
    .where('ports.network_id', '=', networkId)
    .orderBy('position'),
)

/** The ports of a network for DHCP; with all columns a large network would be slow to read. */
export const dhcpClients = async (db: Db, networkId: string): Promise<DhcpClient[]> => {
  const rows = await clientsOf(db, { networkId })
  const addressesByPort = byPort(await addressesOf(db, { networkId }))
  return rows.map(({ extra_dhcp_opts, ...row }) => ({
    ...row,
    extra_dhcp_opts: JSON.parse(extra_dhcp_opts),
    fixed_ips: addressesByPort.get(row.id) ?? [],
  }))
}

/**
 * The networks and security groups of ports created or changed at or after an instant; at most the last `most` ports.
 */
export const changedSince = async (
  db: Db,
  since: string,
  most: number,
): Promise<{ readonly networkIds: readonly string[]; readonly groupIds: readonly string[] }> => {
  const recent = await db
    .selectFrom('ports')
    .select(['id', 'network_id'])
    .where('updated_at', '>=', since)
    .orderBy('updated_at', 'desc')
    .limit(most)
    .execute()
  const memberships = await groupsOfPorts(
    db,
    recent.map(({ id }) => id),
  )
  return {
    networkIds: [...new Set(recent.map(({ network_id }) => network_id))],
    groupIds: [...new Set([...memberships.values()].flat())],
  }
}

/** Hosts of ports with rules about these groups, with the groups. */
export const hostsLettingIn = async (
  db: Db,
  groupIds: readonly string[],
): Promise<{ readonly host: string; readonly groupId: string }[]> => {
  if (groupIds.length === 0) return []
  const { rows } = await sql<{ host: string; groupId: string }>`
    select distinct ports.binding_host_id as host, security_group_rules.remote_group_id as ${sql.ref('groupId')}
    from security_group_rules
    join port_security_groups on port_security_groups.security_group_id = security_group_rules.security_group_id
    join ports on ports.id = port_security_groups.port_id
    where security_group_rules.remote_group_id in (${sql.join([...groupIds])}) and ports.binding_host_id <> ''
  `.execute(db)
  return rows
}

/** Hosts and ports whose filters depend on these groups: members, and members of groups whose rules name them. */
export const affectedBy = async (
  db: Db,
  groupIds: readonly string[],
): Promise<{ readonly id: string; readonly host: string }[]> => {
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
  `.execute(db)
  return rows
}

/** The hosts with ports of these groups. */
export const hostsOfMembers = async (db: Db, groupIds: readonly string[]): Promise<readonly string[]> => {
  if (groupIds.length === 0) return []
  const rows = await db
    .selectFrom('port_security_groups')
    .innerJoin('ports', 'ports.id', 'port_security_groups.port_id')
    .select('ports.binding_host_id')
    .distinct()
    .where('port_security_groups.security_group_id', 'in', groupIds)
    .where('ports.binding_host_id', '<>', '')
    .orderBy('ports.binding_host_id')
    .execute()
  return rows.map(({ binding_host_id }) => binding_host_id)
}
