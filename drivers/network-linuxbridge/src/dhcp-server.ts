import type { Server } from 'node:net'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { DhcpNetwork } from '@nimbo/network/driver/network-agent-driver'
import { covers } from './covers.ts'
import { bridgeOf, dhcpInside, dhcpNamespace, dhcpOutside, shortId } from './device-names.ts'
import { configText, type DnsmasqPaths, hostsText, optionsText, pathsIn } from './dnsmasq-files.ts'
import type { Links } from './links.ts'
import { metadataAddress, metadataLinkLocal, metadataPlaces } from './metadata-places.ts'
import { namespacesBy } from './namespaces.ts'
import type { RunCommand } from './run-command.ts'
import { socketsWithin } from './sockets-within.ts'

export interface DhcpServer {
  ensure(network: DhcpNetwork): Promise<void>
  remove(networkId: string): Promise<void>
  served(): Promise<readonly string[]>
  /** What is isolated of the network says where its guests may ask. */
  openMetadata(network: DhcpNetwork): Promise<readonly Server[]>
}

const endMs = 2_000
const lookAgainMs = 50

const textIn = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return undefined
  }
}

/** The dnsmasq that a pid file names; undefined when that process is no more, or is another one by now. */
const processOf = async ({ pid: pidFile, config }: DnsmasqPaths): Promise<number | undefined> => {
  const pid = Number(await textIn(pidFile))
  if (!(pid > 1)) return undefined
  const commandLine = await textIn(`/proc/${pid}/cmdline`)
  return commandLine?.includes(config) ? pid : undefined
}

const end = async (paths: DnsmasqPaths): Promise<void> => {
  const pid = await processOf(paths)
  if (pid === undefined) return
  process.kill(pid, 'SIGTERM')
  for (let waited = 0; waited < endMs; waited += lookAgainMs) {
    if ((await processOf(paths)) === undefined) return
    await wait(lookAgainMs)
  }
  process.kill(pid, 'SIGKILL')
}

interface AddressInfo {
  readonly local: string
  readonly prefixlen: number
  readonly scope: string
}

/**
 * One dnsmasq a network, in a namespace of its own that hangs on the network's bridge: the host itself has no address
 * there. Everything is found again by the network's id, so a restarted agent goes on with what runs.
 */
export const dhcpServer = (run: RunCommand, links: Links, directory: string): DhcpServer => {
  const spaces = namespacesBy(run)
  const within = (namespace: string, ...command: string[]) => spaces.within(namespace, command)
  const pathsOf = (networkId: string) => pathsIn(`${directory}/${networkId}`)

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
    // An address that the kernel tries on its neighbours first cannot be listened on meanwhile.
    for (const address of wanted.filter((each) => !present.includes(each)))
      await change('add', address, ...(address.includes(':') ? ['nodad'] : []))
  }

  const ensureProcess = async (network: DhcpNetwork, namespace: string): Promise<void> => {
    const paths = pathsOf(network.network.id)
    const config = configText(network, paths)
    const unchanged = (await textIn(paths.config)) === config
    await writeFile(paths.hosts, hostsText(network), { mode: 0o644 })
    await writeFile(paths.options, optionsText(network), { mode: 0o644 })
    const running = await processOf(paths)
    if (running !== undefined && unchanged) {
      process.kill(running, 'SIGHUP')
      return
    }
    await end(paths)
    await writeFile(paths.config, config, { mode: 0o644 })
    await within(namespace, 'dnsmasq', `--conf-file=${paths.config}`)
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
      await spaces.ensure(namespace)
      await ensureLink(network, namespace)
      await ensureAddresses(network, namespace)
      await ensureProcess(network, namespace)
    },
    remove: async (networkId) => {
      const namespace = dhcpNamespace(networkId)
      await end(pathsOf(networkId))
      // Both ends of the pair go with the namespace that one of them lies in.
      await spaces.remove(namespace)
      await rm(`${directory}/${networkId}`, { recursive: true, force: true })
    },
    served: async () => {
      try {
        return await readdir(directory)
      } catch {
        return []
      }
    },
  }
}
