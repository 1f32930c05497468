import type { Db } from '../../tables.ts'

/** Whether floating IPs of an external network are associated through this router. */
export const needsGateway = async (db: Db, routerId: string, networkId: string): Promise<boolean> => {
  const row = await db
    .selectFrom('floatingips')
    .select('id')
    .where('router_id', '=', routerId)
    .where('floating_network_id', '=', networkId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The first of these subnets with a fixed IP that has a floating IP through this router. */
export const subnetNeeded = async (
  db: Db,
  routerId: string,
  subnetIds: readonly string[],
): Promise<string | undefined> => {
  if (subnetIds.length === 0) return undefined
  const row = await db
    .selectFrom('floatingips')
    .innerJoin('fixed_ips', (join) =>
      join
        .onRef('fixed_ips.port_id', '=', 'floatingips.port_id')
        .onRef('fixed_ips.ip_address', '=', 'floatingips.fixed_ip_address'),
    )
    .select('fixed_ips.subnet_id')
    .where('floatingips.router_id', '=', routerId)
    .where('fixed_ips.subnet_id', 'in', subnetIds)
    .limit(1)
    .executeTakeFirst()
  if (row) return row.subnet_id
  const forwarded = await db
    .selectFrom('port_forwardings')
    .innerJoin('floatingips', 'floatingips.id', 'port_forwardings.floatingip_id')
    .innerJoin('fixed_ips', (join) =>
      join
        .onRef('fixed_ips.port_id', '=', 'port_forwardings.internal_port_id')
        .onRef('fixed_ips.ip_address', '=', 'port_forwardings.internal_ip_address'),
    )
    .select('fixed_ips.subnet_id')
    .where('floatingips.router_id', '=', routerId)
    .where('fixed_ips.subnet_id', 'in', subnetIds)
    .limit(1)
    .executeTakeFirst()
  return forwarded?.subnet_id
}
