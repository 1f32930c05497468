import { access, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type {
  HostNetwork,
  NetworkAgentDriver,
  NetworkSegment,
  WiredPort,
} from '@nimbo/network/driver/network-agent-driver'
import type { RunsRouters } from '@nimbo/network/driver/runs-routers'
import { bridgeOf, bridgePrefix, shortId, tapOf } from './device-names.ts'
import { dhcpServer } from './dhcp-server.ts'
import { distributedPorts, distributedScript } from './distributed-ports.ts'
import { baseScript, bridgesScript } from './filter-script.ts'
import { aliasOf, deviceExists, indexOf, linksBy, listDevices, mtuOf } from './links.ts'
import { loneTaps } from './lone-taps.ts'
import { namespacesBy } from './namespaces.ts'
import { functionsBy } from './network-cards.ts'
import { ownerOf } from './owner.ts'
import { portFilters } from './port-filters.ts'
import { routerAlias, routersBy } from './routers.ts'
import { type RunCommand, runCommand } from './run-command.ts'
import { securityLog } from './security-log.ts'
import { shapingBy } from './shaping.ts'
import { hasVlans, noSubPortDevices, subPortDevices, vlanFiles } from './sub-port-devices.ts'
import { type UplinkOptions, uplinksBy } from './uplinks.ts'
import { watchDevices } from './watch-devices.ts'

export interface LinuxbridgeOptions extends UplinkOptions {
  /**
   * The cloud's state directory; it distinguishes this cloud's bridges and filters from those of another cloud on the
   * same host.
   */
  readonly cloud: string
  /**
   * Where files of running daemons lie (default `/run/nimbo`). It must be readable by the user `nobody`, as whom
   * dnsmasq runs.
   */
  readonly runtimeDirectory?: string
  /** Receives the lines of the security group log. */
  readonly securityLog?: (line: string) => void
  /** The time in milliseconds, used to measure how long taps wait for their hypervisor; tests pass their own. */
  readonly now?: () => number
}

const bridgeNetfilter = '/proc/sys/net/bridge'

/**
 * Makes bridged packets pass the IP hooks (br_netfilter), on which connection tracking depends. It is set for each bridge
 * separately.
 */
const callingIpHooks = ['nf_call_iptables', '1', 'nf_call_ip6tables', '1']

/** Loads br_netfilter, and switches off its default for all bridges, which would affect bridges of others too. */
const loadBridgeNetfilter = async (run: RunCommand): Promise<void> => {
  try {
    await access(bridgeNetfilter)
  } catch {
    await run(['modprobe', 'br_netfilter'])
    for (const family of ['iptables', 'ip6tables', 'arptables'])
      await writeFile(`${bridgeNetfilter}/bridge-nf-call-${family}`, '0')
  }
}

/**
 * Removes everything that this driver made for a cloud, while `host` still works: routers, DHCP, port filters, bridges,
 * tables, files.
 */
const takeAway = async (host: Omit<HostNetwork, 'close'>, options: LinuxbridgeOptions): Promise<void> => {
  const routers = routersOf(options)
  for (const id of await routers.routers()) await routers.removeRouter(id)
  for (const id of await host.dhcp.served()) await host.dhcp.removeDhcp(id)
  for (const id of await host.ports.ports()) await host.ports.unwirePort(id)
  for (const id of await host.wires.networks()) await host.wires.removeNetwork(shortId(id))
  for (const family of ['bridge', 'inet'])
    await runCommand(['nft', 'delete', 'table', family, `nimbo_${ownerOf(options)}`])
  await rm(runtimeOf(options), { recursive: true, force: true })
}

const runtimeOf = (options: LinuxbridgeOptions): string =>
  join(options.runtimeDirectory ?? '/run/nimbo', ownerOf(options))

const routersOf = (options: LinuxbridgeOptions): RunsRouters => ({
  ...routersBy({
    run: runCommand,
    links: linksBy(runCommand),
    namespaces: namespacesBy(runCommand),
    directory: join(runtimeOf(options), 'routers'),
    advertiserDirectory: join(runtimeOf(options), 'advertisers'),
    electionDirectory: join(runtimeOf(options), 'elections'),
    outsideDirectory: join(runtimeOf(options), 'outside'),
  }),
  // Routers keep forwarding while the agent is down. If no guest is left, closing the host removes them with the
  // bridges.
  close: async () => {},
})

/** Whether any of these filtered ports belongs to a guest, that is, not to a router. */
const hasGuests = async (ports: readonly string[]): Promise<boolean> => {
  const aliases = await Promise.all(ports.map((id) => aliasOf(tapOf(id))))
  return aliases.some((alias) => alias !== routerAlias)
}

const openHost = async (options: LinuxbridgeOptions): Promise<HostNetwork> => {
  const run = runCommand
  const links = linksBy(run)
  const owner = ownerOf(options)
  const table = `nimbo_${owner}`
  const alias = `nimbo ${owner}`
  const nft = (script: string) => run(['nft', '-f', '-'], script)
  const shaping = shapingBy(run, links)
  const uplinks = uplinksBy(run, links, options)
  const subPorts = hasVlans()
    ? subPortDevices(links, { hasDevice: deviceExists, ...vlanFiles })
    : noSubPortDevices
  const written = securityLog({ table, write: options.securityLog ?? (() => {}) })
  const lone = loneTaps(options.now ?? Date.now)
  const dhcp = dhcpServer(run, links, join(runtimeOf(options), 'dhcp'))
  await loadBridgeNetfilter(run)
  await nft(baseScript(table))
  await nft(distributedScript(table))
  const filters = await portFilters(run, table)
  const distributed = await distributedPorts(table, async () => [
    await run(['nft', '-j', 'list', 'sets', 'bridge']),
    await run(['nft', '-j', 'list', 'maps', 'bridge']),
  ])

  const ownBridges = async (): Promise<string[]> => {
    const bridges = (await listDevices()).filter((device) => device.startsWith(bridgePrefix))
    const aliases = await Promise.all(bridges.map(aliasOf))
    return bridges.filter((_, index) => aliases[index] === alias)
  }
  const declareBridges = async (): Promise<void> => {
    const bridges = await ownBridges()
    const zones = await Promise.all(bridges.map(async (bridge) => [bridge, await indexOf(bridge)] as const))
    await nft(bridgesScript(table, new Map(zones.map(([bridge, index]) => [bridge, index % 65_536]))))
  }
  // Bridges found from before a restart are declared; those of earlier versions relied on the setting of the whole host.
  await declareBridges()
  for (const bridge of await ownBridges()) await links.set(bridge, 'type', 'bridge', ...callingIpHooks)

  // API requests and the agent's resync may want the same network at once, so they run one after the other.
  let turn: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = turn.then(work, work)
    turn = mine.catch(() => {})
    return mine
  }

  const ensureNetwork = async (segment: NetworkSegment): Promise<void> => {
    const { bridge, mtu } = segment
    if (!(await deviceExists(bridge)) || (await aliasOf(bridge)) !== alias) {
      await links.ensure(
        bridge,
        'type',
        'bridge',
        'forward_delay',
        '0',
        'stp_state',
        '0',
        'mcast_snooping',
        '0',
        ...callingIpHooks,
      )
      await links.set(bridge, 'alias', alias)
      await links.withoutIpv6(bridge)
      await declareBridges()
    }
    await links.setMtu(bridge, mtu)
    await links.switched(bridge, true)
    const uplink = await uplinks.ensure(segment)
    if (uplink) await links.join(uplink, bridge, await mtuFor(uplink, segment), true)
  }

  /** The device of a flat network carries other traffic of the host, too, which may need larger packets. */
  const mtuFor = async (uplink: string, { type, mtu }: NetworkSegment): Promise<number> =>
    type === 'flat' ? Math.max(mtu, await mtuOf(uplink)) : mtu

  /** Keeps a port that exists on several hosts (distributed router) invisible to the others. */
  const keepApart = async (port: WiredPort): Promise<void> => {
    const uplink = uplinks.nameOf(port.network)
    const script = distributed.changes(port, uplink)
    if (script !== '') await nft(script)
    distributed.done(port, uplink)
  }

  const wirePorts = async (ports: readonly WiredPort[]): Promise<ReadonlySet<string>> => {
    for (const port of ports) written.follow(port)
    await filters.put(ports)
    for (const port of ports) await keepApart(port)
    const there = new Set<string>()
    for (const port of ports) {
      await subPorts.ensure(port)
      if (!(await deviceExists(port.device)) || (await lone.isLeftToMaker(port.device))) continue
      await links.withoutIpv6(port.device)
      await shaping.shape(port)
      await links.join(port.device, port.network.bridge, port.network.mtu, port.adminStateUp)
      there.add(port.id)
    }
    return there
  }

  const host: Omit<HostNetwork, 'close'> = {
    wires: {
      ensureNetwork: (segment) => inTurn(() => ensureNetwork(segment)),
      networks: async () => (await ownBridges()).map((bridge) => bridge.slice(bridgePrefix.length)),
      removeNetwork: (id) =>
        inTurn(async () => {
          if (!(await ownBridges()).includes(bridgeOf(id))) return
          await uplinks.removeFrom(bridgeOf(id))
          await links.remove(bridgeOf(id))
          await declareBridges()
        }),
      setPeers: (addresses) => inTurn(async () => uplinks.setPeers(await ownBridges(), addresses)),
    },
    ports: {
      wirePorts: (ports) => inTurn(() => wirePorts(ports)),
      letIn: (groups) => inTurn(() => filters.letIn(groups)),
      setRules: (groups) => inTurn(() => filters.setRules(groups)),
      unwirePort: (id) =>
        inTurn(async () => {
          written.forget(id)
          lone.forget(tapOf(id))
          await filters.remove(id)
          const script = distributed.removal(id)
          if (script !== '') await nft(script)
          distributed.removed(id)
          await shaping.release(id)
          await subPorts.remove(id)
        }),
      ports: () => inTurn(() => filters.ports()),
      watchDevices,
    },
    dhcp: {
      ensureDhcp: (network) => inTurn(() => dhcp.ensure(network)),
      removeDhcp: (id) => inTurn(() => dhcp.remove(id)),
      served: () => dhcp.served(),
      leases: (id) => dhcp.leases(id),
      openMetadata: (network) => inTurn(() => dhcp.openMetadata(network)),
    },
  }
  return {
    ...host,
    // Guests outlive the agent, so bridges with guests stay. If none is left, everything is removed.
    close: async () => {
      await turn
      written.close()
      if (!(await hasGuests(await filters.ports()))) await takeAway(host, options)
    },
  }
}

/**
 * Network driver that makes Linux bridges, with an nftables filter on every port and a dnsmasq for every network. Needs
 * root.
 */
export const linuxbridgeDriver = (options: LinuxbridgeOptions): Required<NetworkAgentDriver> => ({
  agentType: 'Linux bridge agent',
  binary: 'neutron-linuxbridge-agent',
  vifType: 'bridge',
  configurations: {
    interface_mappings: options.physicalDevices ?? {},
    carries_trunks: hasVlans(),
    tunnel_types: options.tunnels ? ['vxlan'] : [],
    ...(options.tunnels ? { tunneling_ip: options.tunnels.localAddress } : {}),
  },
  open: () => openHost(options),
  openRouters: async () => routersOf(options),
  openCards: async (_host, cards) => functionsBy(runCommand, cards),
})

/** Removes everything the driver made for a cloud on this host: filters, bridges, routers and DHCP servers. */
export const removeAllOf = async (options: LinuxbridgeOptions): Promise<void> =>
  takeAway(await openHost(options), options)
