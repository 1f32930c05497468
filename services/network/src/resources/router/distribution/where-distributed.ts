import type { Port } from '@nimbo/contracts/network/port'
import type { Db } from '../../../tables.ts'
import { type AgentRow, l3Agents, runsDistributed } from '../../agent/agents.ts'
import { agentGatewayOwner, routerDistributedOwner } from '../../port/device-owners.ts'
import { ports } from '../../port/ports.ts'

/** Ports of the network itself have no guest behind them that would need a router. */
const ofNetworkItself = 'network:%'

const mostPorts = 100_000

/** The agents that run routers which are on all hosts of their networks, by host. */
export const agentsOfDistributed = async (db: Db): Promise<ReadonlyMap<string, AgentRow>> =>
  new Map(
    (await l3Agents(db))
      .filter((agent) => agent.admin_state_up === 1 && runsDistributed(agent))
      .map((agent) => [agent.host, agent]),
  )

/**
 * The hosts that such a router is on: where guests of its networks are, and where addresses outside may be held for it still, which
 * have to be given up.
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
        .where('device_owner', '=', agentGatewayOwner)
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

/** Such routers that a host has, since it has guests of their networks; none where its agent runs none. */
export const distributedOn = async (db: Db, host: string): Promise<readonly string[]> => {
  const rows = await db
    .selectFrom('ports')
    .select('device_id')
    .distinct()
    .where('device_owner', '=', routerDistributedOwner)
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

/** The ports of such routers that a host has, of these or of all. */
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
