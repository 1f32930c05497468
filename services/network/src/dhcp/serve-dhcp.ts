import type { Port } from '@nimbo/contracts/network/port'
import type { PlainSubnet } from '@nimbo/contracts/network/subnet'
import { isFault } from '@nimbo/kernel/errors'
import type { Inside } from '../app/deps.ts'
import { refreshed } from '../app/refreshed.ts'
import { aliveSince, perhapsAliveSince } from '../hosts/agent-liveness.ts'
import { allocateAddresses, reallocateAddresses } from '../ipam/allocate-addresses.ts'
import { type AgentRow, dhcpAgents } from '../resources/agent/agents.ts'
import { networks } from '../resources/network/networks.ts'
import { dhcpOwner } from '../resources/port/device-owners.ts'
import { insertPort } from '../resources/port/insert-port.ts'
import { ownPort } from '../resources/port/own-port.ts'
import { ports } from '../resources/port/ports.ts'
import { subnetsOf } from '../resources/subnet/subnets.ts'
import { bindDhcp, hostsServing, networksByHost, unbindDhcp } from './dhcp-bindings.ts'
import type { Db } from '../tables.ts'

/** The `device_id` of a host's DHCP port on a network, by which the port is found again. */
export const dhcpDevice = (host: string, networkId: string): string => `dhcp-${host}-${networkId}`

/**
 * Brings DHCP on a network in line with its subnets: while a subnet has DHCP enabled, enough hosts serve it, each with
 * a port that has an address on every such subnet.
 */
export const serveDhcp = async (inside: Inside, networkId: string): Promise<void> => {
  const { db } = inside
  const subnets = (await subnetsOf(db, networkId)).filter(({ enable_dhcp }) => enable_dhcp)
  const hosts = await hostsServing(db, networkId)
  if (subnets.length === 0) {
    for (const host of hosts) await withdraw(db, networkId, host)
    return
  }
  for (const host of await schedule(inside, networkId, hosts)) await equip(inside, networkId, host, subnets)
}

/** Ends DHCP of a network on a host. */
export const withdraw = async (db: Db, networkId: string, host: string): Promise<void> => {
  await unbindDhcp(db, networkId, host)
  const port = await portOf(db, networkId, host)
  if (port) await ports.delete(db, port.id)
}

const portOf = async (db: Db, networkId: string, host: string): Promise<Port | undefined> => {
  const [port] = await ports.list(db, 'all', { device_id: [dhcpDevice(host, networkId)] })
  return port
}

/**
 * The hosts that serve the network. If they are too few, adds the least loaded agents that are alive; after an outage,
 * also agents that have not reported yet.
 */
const schedule = async (
  { deps, db }: Inside,
  networkId: string,
  hosts: readonly string[],
): Promise<string[]> => {
  const missing = deps.config.DEFAULT.dhcp_agents_per_network - hosts.length
  if (missing <= 0) return [...hosts]
  const [surely, perhaps] = [aliveSince(deps), perhapsAliveSince(deps)]
  const rank = (agent: AgentRow): number => (agent.heartbeat_timestamp >= surely ? 0 : 1)
  const load = await networksByHost(db)
  const candidates = (await dhcpAgents(db))
    .filter((agent) => agent.admin_state_up === 1 && agent.heartbeat_timestamp >= perhaps)
    .filter(({ host }) => !hosts.includes(host))
    .sort(
      (one, other) =>
        rank(one) - rank(other) ||
        (load.get(one.host) ?? 0) - (load.get(other.host) ?? 0) ||
        one.host.localeCompare(other.host),
    )
  const added = [...new Set(candidates.map(({ host }) => host))].slice(0, missing)
  for (const host of added) await bindDhcp(db, networkId, host)
  return [...hosts, ...added]
}

const equip = async (
  inside: Inside,
  networkId: string,
  host: string,
  subnets: readonly PlainSubnet[],
): Promise<void> => {
  const { deps, db } = inside
  const known = await portOf(db, networkId, host)
  if (known) {
    const served = known.fixed_ips.filter(({ subnet_id }) => subnets.some(({ id }) => id === subnet_id))
    const unserved = subnets.filter(({ id }) => !served.some(({ subnet_id }) => subnet_id === id))
    const wanted = [...served, ...unserved.map(({ id }) => ({ subnet_id: id }))]
    await unlessFull(() => reallocateAddresses(db, known, wanted, deps.random))
    return
  }
  const { project_id } = await refreshed(networks, db, networkId)
  const port = await insertPort(inside, () =>
    ownPort({
      network_id: networkId,
      project_id,
      device_id: dhcpDevice(host, networkId),
      device_owner: dhcpOwner,
      status: 'ACTIVE',
      'binding:host_id': host,
    }),
  )
  const wanted = subnets.map(({ id }) => ({ subnet_id: id }))
  await unlessFull(() => allocateAddresses(db, port, wanted, deps.random))
}

/** A subnet without a free address gets no DHCP until one is released; the request itself does not fail. */
const unlessFull = async (allocate: () => Promise<unknown>): Promise<void> => {
  try {
    await allocate()
  } catch (error) {
    if (!isFault(error, 'IpAddressGenerationFailure')) throw error
  }
}
