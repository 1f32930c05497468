import type { Port } from '@nimbo/contracts/network/port'
import { sql } from 'kysely'
import type { Db } from '../../../tables.ts'
import { type AgentRow, l3Agents, runsDistributed } from '../../agent/agents.ts'
import { agentGatewayOwner, routerDistributedOwner } from '../../port/device-owners.ts'
import { ports } from '../../port/ports.ts'

/** Ports of the network itself do not count as guests that need the router. */
const ofNetworkItself = 'network:%'

const mostPorts = 100_000

/** The L3 agents that run distributed routers, by host. */
export const agentsOfDistributed = async (db: Db): Promise<ReadonlyMap<string, AgentRow>> =>
  new Map(
    (await l3Agents(db))
      .filter((agent) => agent.admin_state_up === 1 && runsDistributed(agent))
      .map((agent) => [agent.host, agent]),
  )

// Queries by network contain the device owners as literals, as the indexes of these ports do; otherwise the database does not
// choose these indexes.

/**
 * The hosts that a distributed router is on: those with guests of its networks, and those that may still hold floating
 * IPs of it.
 */
export const hostsOfDistributed = async (db: Db, routerId: string): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('ports')
    .select('binding_host_id')
    .distinct()
    .where('binding_host_id', '<>', '')
    .where('device_owner', 'not like', ofNetworkItself)
    .where('network_id', 'in', (from) =>
      from
        .selectFrom('ports')
        .select('network_id')
        .where('device_id', '=', routerId)
        .where('device_owner', '=', routerDistributedOwner),
    )
    .union((from) =>
      from
        .selectFrom('ports')
        .select('binding_host_id')
        .where('device_owner', '=', sql.lit(agentGatewayOwner))
        .where('network_id', 'in', (inner) =>
          inner.selectFrom('router_gateways').select('network_id').where('router_id', '=', routerId),
        ),
    )
    .orderBy('binding_host_id')
    .execute()
  if (rows.length === 0) return []
  const agents = await agentsOfDistributed(db)
  return rows.map(({ binding_host_id: host }) => host).filter((host) => agents.has(host))
}

/** The distributed routers that a host needs for its guests; none when its agent does not run them. */
export const distributedOn = async (db: Db, host: string): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('ports')
    .select('device_id')
    .distinct()
    .where('device_owner', '=', sql.lit(routerDistributedOwner))
    .where('network_id', 'in', (from) =>
      from
        .selectFrom('ports')
        .select('network_id')
        .where('binding_host_id', '=', host)
        .where('device_owner', 'not like', ofNetworkItself),
    )
    .union((from) =>
      from
        .selectFrom('router_bindings')
        .innerJoin('ports', 'ports.device_id', 'router_bindings.router_id')
        .select('ports.device_id')
        .where('router_bindings.host', '=', host)
        .where('ports.device_owner', '=', routerDistributedOwner),
    )
    .orderBy('device_id')
    .limit(mostPorts)
    .execute()
  if (rows.length === 0 || !(await agentsOfDistributed(db)).has(host)) return []
  return rows.map(({ device_id }) => device_id)
}

/** The ports of a host's distributed routers, of the given routers or of all. */
export const distributedPortsOn = async (
  db: Db,
  host: string,
  portIds: readonly string[] | undefined,
  attributes: { readonly fields: readonly string[] },
): Promise<Port[]> => {
  const routerIds = await distributedOn(db, host)
  if (routerIds.length === 0) return []
  const filters = { device_id: routerIds, device_owner: [routerDistributedOwner] }
  return ports.list(db, 'all', { ...filters, ...(portIds ? { id: portIds } : {}) }, attributes)
}
