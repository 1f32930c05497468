import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:net'
import type { DhcpNetwork } from '@nimbo/network/driver/network-agent-driver'
import { covers } from './covers.ts'
import { endDaemon, textIn } from './daemon.ts'
import { bridgeOf, dhcpInside, dhcpNamespace, dhcpOutside, shortId } from './device-names.ts'
import { configText, hostsText, optionsText, pathsIn } from './dnsmasq-files.ts'
import { leasedAddresses, withoutForeignLeases } from './dnsmasq-leases.ts'
import { ensureDnsmasq } from './dnsmasq-process.ts'
import type { Links } from './links.ts'
import { metadataAddress, metadataLinkLocal, metadataPlaces } from './metadata-places.ts'
import { namespacesBy } from './namespaces.ts'
import type { RunCommand } from './run-command.ts'
import { socketsWithin } from './sockets-within.ts'

export interface DhcpServer {
  ensure(network: DhcpNetwork): Promise<void>
  remove(networkId: string): Promise<void>
  served(): Promise<readonly string[]>
  /** The addresses that guests of a network have leased. */
  leases(networkId: string): Promise<readonly string[]>
  /** Serves metadata in the namespace of an isolated network; returns the sockets it listens on. */
  openMetadata(network: DhcpNetwork): Promise<readonly Server[]>
}

interface AddressInfo {
  readonly local: string
  readonly prefixlen: number
  readonly scope: string
}

/**
 * Runs one dnsmasq per network, in a namespace of its own that is connected to the network's bridge, so that the host
 * itself needs no address on the network. All names derive from the network's id, so a restarted agent recognises what
 * already runs.
 */
export const dhcpServer = (run: RunCommand, links: Links, directory: string): DhcpServer => {
  const spaces = namespacesBy(run)
  const within = (namespace: string, ...command: string[]) => spaces.within(namespace, command)
  const pathsOf = (networkId: string) => pathsIn(`${directory}/${networkId}`)

  /** The namespace uses the addresses of its Neutron port only, and ignores router advertisements. */
  const ignoreRouters = async (namespace: string): Promise<void> => {
    try {
      await spaces.within(namespace, ['tee', '/proc/sys/net/ipv6/conf/default/accept_ra'], '0')
    } catch {
      // A kernel without IPv6 has no such setting, and processes no advertisements either.
    }
  }

  const ensureLink = async ({ port, network }: DhcpNetwork, namespace: string): Promise<void> => {
    const [outside, inside] = [dhcpOutside(port.id), dhcpInside(port.id)]
    await links.ensure(outside, 'type', 'veth', 'peer', 'name', inside, 'netns', namespace)
    await links.withoutIpv6(outside)
    await links.join(outside, bridgeOf(shortId(network.id)), network.mtu, true)
    await within(
      namespace,
      'ip',
      'link',
      'set',
      'dev',
      inside,
      'address',
      port.mac,
      'mtu',
      String(network.mtu),
      'up',
    )
  }

  const addressesOf = async (namespace: string, device: string): Promise<string[]> => {
    const listing = await run(['ip', '-j', '-n', namespace, 'address', 'show', 'dev', device])
    const [link] = JSON.parse(listing) as { addr_info: AddressInfo[] }[]
    return (link?.addr_info ?? [])
      .filter(({ scope, local }) => scope !== 'link' || local === metadataLinkLocal)
      .map(({ local, prefixlen }) => `${local}/${prefixlen}`)
  }

  const ensureAddresses = async (
    { port, subnets, isolated }: DhcpNetwork,
    namespace: string,
  ): Promise<void> => {
    const device = dhcpInside(port.id)
    const present = await addressesOf(namespace, device)
    const own = port.addresses.flatMap((address) => {
      const subnet = subnets.find(({ cidr }) => covers(cidr, address))
      return subnet ? [`${address}/${subnet.cidr.split('/')[1]}`] : []
    })
    const wanted = [
      ...own,
      ...(isolated ? [`${metadataAddress}/32`] : []),
      ...(isolated?.linkLocal ? [`${metadataLinkLocal}/64`] : []),
    ]
    const change = (verb: 'add' | 'delete', address: string, ...words: readonly string[]) =>
      run(['ip', '-n', namespace, 'address', verb, address, 'dev', device, ...words])
    for (const address of present.filter((each) => !wanted.includes(each))) await change('delete', address)
    // Nobody can listen on an IPv6 address while duplicate address detection runs on it.
    for (const address of wanted.filter((each) => !present.includes(each)))
      await change('add', address, ...(address.includes(':') ? ['nodad'] : []))
  }

  const ensureProcess = async (network: DhcpNetwork, namespace: string): Promise<void> => {
    const paths = pathsOf(network.network.id)
    await writeFile(paths.hosts, hostsText(network), { mode: 0o644 })
    await writeFile(paths.options, optionsText(network), { mode: 0o644 })
    const kept = withoutForeignLeases((await textIn(paths.leases)) ?? '', network)
    if (kept !== undefined) {
      // dnsmasq keeps leases in memory and reads the file at its start only.
      await endDaemon(paths)
      await writeFile(paths.leases, kept)
    }
    await ensureDnsmasq(paths, configText(network, paths), { namespace, spaces })
  }

  const openMetadata = async ({ network, port, isolated }: DhcpNetwork): Promise<readonly Server[]> => {
    if (!isolated) return []
    const namespace = dhcpNamespace(network.id)
    const devices = isolated.linkLocal ? [dhcpInside(port.id)] : []
    return socketsWithin(namespace, metadataPlaces(devices))
  }

  return {
    openMetadata,
    ensure: async (network) => {
      const namespace = dhcpNamespace(network.network.id)
      await mkdir(`${directory}/${network.network.id}`, { recursive: true, mode: 0o755 })
      await spaces.ensure(namespace, ignoreRouters)
      await ensureLink(network, namespace)
      await ensureAddresses(network, namespace)
      await ensureProcess(network, namespace)
    },
    remove: async (networkId) => {
      const namespace = dhcpNamespace(networkId)
      await endDaemon(pathsOf(networkId))
      // Deleting the namespace deletes both ends of the veth pair.
      await spaces.remove(namespace)
      await rm(`${directory}/${networkId}`, { recursive: true, force: true })
    },
    leases: async (networkId) => leasedAddresses((await textIn(pathsOf(networkId).leases)) ?? ''),
    served: async () => {
      try {
        return await readdir(directory)
      } catch {
        return []
      }
    },
  }
}
