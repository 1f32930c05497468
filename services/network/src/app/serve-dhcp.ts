import { isFault } from '@nimbo/kernel/errors'
import type { AgentRow } from '../db/agents.ts'
import type { Store } from '../db/store.ts'
import { dhcpOwner, type Port } from '../domain/port.ts'
import type { PlainSubnet } from '../domain/subnet.ts'
import { aliveSince, perhapsAliveSince } from './agent-liveness.ts'
import { allocateAddresses, reallocateAddresses } from './allocate-addresses.ts'
import type { Deps } from './deps.ts'
import { insertPort } from './insert-port.ts'
import { refreshed } from './refreshed.ts'

/** The device a DHCP port belongs to, by which it is found again. */
export const dhcpDevice = (host: string, networkId: string): string => `dhcp-${host}-${networkId}`

/**
 * Brings DHCP on a network in line with its subnets: hosts that serve it while a subnet wants DHCP, each with a port that
 * has an address of every such subnet; nothing otherwise.
 */
export const serveDhcp = async (deps: Deps, store: Store, networkId: string): Promise<void> => {
  const subnets = (await store.subnets.ofNetwork(networkId)).filter(({ enable_dhcp }) => enable_dhcp)
  const hosts = await store.dhcpBindings.hostsOf(networkId)
  if (subnets.length === 0) {
    for (const host of hosts) await withdraw(store, networkId, host)
    return
  }
  for (const host of await schedule(deps, store, networkId, hosts))
    await equip(deps, store, networkId, host, subnets)
}

const withdraw = async (store: Store, networkId: string, host: string): Promise<void> => {
  await store.dhcpBindings.unbind(networkId, host)
  const port = await portOf(store, networkId, host)
  if (port) await store.ports.rows.delete(port.id)
}

const portOf = async (store: Store, networkId: string, host: string): Promise<Port | undefined> => {
  const [port] = await store.ports.list('all', new Map([['device_id', [dhcpDevice(host, networkId)]]]))
  return port
}

/** The hosts that serve the network, with the least loaded living ones added while there are too few; after an outage, also ones not heard of yet. */
const schedule = async (
  deps: Deps,
  store: Store,
  networkId: string,
  hosts: readonly string[],
): Promise<string[]> => {
  const missing = deps.config.DEFAULT.dhcp_agents_per_network - hosts.length
  if (missing <= 0) return [...hosts]
  const [surely, perhaps] = [aliveSince(deps), perhapsAliveSince(deps)]
  const rank = (agent: AgentRow): number => (agent.heartbeat_timestamp >= surely ? 0 : 1)
  const load = await store.dhcpBindings.load()
  const candidates = (await store.agents.list())
    .filter((agent) => agent.admin_state_up === 1 && agent.heartbeat_timestamp >= perhaps)
    .filter(({ host }) => !hosts.includes(host))
    .sort(
      (one, other) =>
        rank(one) - rank(other) ||
        (load.get(one.host) ?? 0) - (load.get(other.host) ?? 0) ||
        one.host.localeCompare(other.host),
    )
  const added = [...new Set(candidates.map(({ host }) => host))].slice(0, missing)
  for (const host of added) await store.dhcpBindings.bind(networkId, host)
  return [...hosts, ...added]
}

const equip = async (
  deps: Deps,
  store: Store,
  networkId: string,
  host: string,
  subnets: readonly PlainSubnet[],
): Promise<void> => {
  const known = await portOf(store, networkId, host)
  if (known) {
    const served = known.fixed_ips.filter(({ subnet_id }) => subnets.some(({ id }) => id === subnet_id))
    const unserved = subnets.filter(({ id }) => !served.some(({ subnet_id }) => subnet_id === id))
    const wanted = [...served, ...unserved.map(({ id }) => ({ subnet_id: id }))]
    await unlessFull(() => reallocateAddresses(store, known, wanted, deps.random))
    return
  }
  const network = await refreshed(store.networks, networkId)
  const port = await insertPort(deps, store, {
    network_id: networkId,
    project_id: network.project_id,
    name: '',
    description: '',
    admin_state_up: true,
    device_id: dhcpDevice(host, networkId),
    device_owner: dhcpOwner,
    port_security_enabled: false,
    allowed_address_pairs: [],
    extra_dhcp_opts: [],
    status: 'ACTIVE',
    'binding:host_id': host,
    // Wired by the agent that serves DHCP, not by whoever plugs a server's interface.
    'binding:vif_type': 'other',
    'binding:vif_details': {},
    'binding:profile': {},
    'binding:vnic_type': 'normal',
  })
  const wanted = subnets.map(({ id }) => ({ subnet_id: id }))
  await unlessFull(() => allocateAddresses(store, port, wanted, deps.random))
}

/** A subnet without a free address goes without DHCP until one is given back; it is no failure of the request. */
const unlessFull = async (allocate: () => Promise<unknown>): Promise<void> => {
  try {
    await allocate()
  } catch (error) {
    if (!isFault(error, 'IpAddressGenerationFailure')) throw error
  }
}
