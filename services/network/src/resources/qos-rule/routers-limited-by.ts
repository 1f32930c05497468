import type { Db } from '../../tables.ts'

/** The routers with a floating IP or a gateway that follows this policy, its own or its external network's. */
export const routersLimitedBy = async (db: Db, policyId: string): Promise<readonly string[]> => {
  const ofFloatingIps = db
    .selectFrom('floatingips')
    .innerJoin('networks', 'networks.id', 'floatingips.floating_network_id')
    .select('router_id as id')
    .where('router_id', 'is not', null)
    .where((where) =>
      where.or([
        where('floatingips.qos_policy_id', '=', policyId),
        where('networks.qos_policy_id', '=', policyId),
      ]),
    )
  const ofGateways = db
    .selectFrom('router_gateways')
    .innerJoin('networks', 'networks.id', 'router_gateways.network_id')
    .select('router_id as id')
    .where((where) =>
      where.or([
        where('router_gateways.qos_policy_id', '=', policyId),
        where('networks.qos_policy_id', '=', policyId),
      ]),
    )
  const rows = await ofFloatingIps.union(ofGateways).execute()
  return rows.flatMap(({ id }) => id ?? [])
}
