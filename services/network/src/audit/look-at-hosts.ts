import type { HostInventory } from '@nimbo/contracts/network/agent-rpc'
import type { Port } from '@nimbo/contracts/network/port'
import type { Context } from '@nimbo/kernel/context'
import { messageOf } from '@nimbo/kernel/errors'
import type { Deps } from '../app/deps.ts'
import { networksServedBy } from '../dhcp/dhcp-bindings.ts'
import { aliveSince } from '../hosts/agent-liveness.ts'
import { portsOnHost } from '../hosts/ports-of-hosts.ts'
import { type AgentRow, allAgents, dhcpAgentType, l3AgentType } from '../resources/agent/agents.ts'
import { haBindingsOn } from '../resources/router/availability/ha-rows.ts'
import { distributedOn } from '../resources/router/distribution/where-distributed.ts'
import { routersRunBy } from '../resources/router/router-bindings.ts'
import type { Db } from '../tables.ts'

interface WantedPort {
  readonly id: string
  /** Whether its agent has reported that it is wired. */
  readonly wired: boolean
}

/** The resources that a host should have, and those that its agents found there. */
export interface LookedAtHost {
  readonly host: string
  readonly found: HostInventory
  readonly ports: readonly WantedPort[]
  readonly served: readonly string[]
  /** Only for a host whose L3 agent is alive. */
  readonly routers?: { readonly found: readonly string[]; readonly wanted: readonly string[] }
}

export interface Gap {
  readonly type: string
  readonly name: string
  readonly reason: string
}

const wantedRouters = async (db: Db, host: string): Promise<readonly string[]> => {
  const shared = (await haBindingsOn(db, host)).map(({ router_id }) => router_id)
  return [...new Set([...(await routersRunBy(db, host)), ...(await distributedOn(db, host)), ...shared])]
}

/** Whether the host filters the port; it cannot filter ports that are PCI devices. */
const isFiltered = (port: Port): boolean => port['binding:vnic_type'] === 'normal'

const lookAt = async (
  { db, inventories }: Deps,
  ctx: Context,
  host: string,
  runsRouters: boolean,
): Promise<LookedAtHost> => {
  const found = await inventories.ofHost(ctx, host)
  const routers = runsRouters
    ? { found: await inventories.ofRouters(ctx, host), wanted: await wantedRouters(db, host) }
    : undefined
  const ports = await portsOnHost(db, host)
  return {
    ...{ host, found, ...(routers ? { routers } : {}) },
    ports: ports.map((port) => ({ id: port.id, wired: port.status === 'ACTIVE' && isFiltered(port) })),
    served: await networksServedBy(db, host),
  }
}

/** Inspects every host whose agents are alive; reports the others, and those that do not answer, as gaps. */
export const lookAtHosts = async (
  deps: Deps,
  ctx: Context,
): Promise<{ readonly hosts: readonly LookedAtHost[]; readonly gaps: readonly Gap[] }> => {
  const agents = await allAgents(deps.db)
  const since = aliveSince(deps)
  const isAlive = ({ heartbeat_timestamp }: AgentRow): boolean => heartbeat_timestamp >= since
  const routing = new Set(
    agents.filter((agent) => agent.agent_type === l3AgentType && isAlive(agent)).map(({ host }) => host),
  )
  const gaps: Gap[] = []
  const hosts: LookedAtHost[] = []
  // The L2 agent serves DHCP as well, and reports it as an agent of its own.
  for (const agent of agents.filter(({ agent_type }) => agent_type === dhcpAgentType)) {
    const { host } = agent
    const gap = (reason: string) => void gaps.push({ type: 'network agent', name: host, reason })
    if (!isAlive(agent)) gap('its agent has not reported for a while')
    else
      await lookAt(deps, ctx, host, routing.has(host)).then(
        (seen) => hosts.push(seen),
        (error) => gap(messageOf(error)),
      )
  }
  return { hosts, gaps }
}
