import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Distribution, RunRouter } from '@nimbo/network/driver/runs-routers'
import {
  floatingDevice,
  floatingNamespace,
  floatingPrefix,
  shortId,
  tapOf,
  towardsOutside,
  towardsRouter,
  towardsRouterPrefix,
} from './device-names.ts'
import type { Namespaces } from './namespaces.ts'
import { ownProtocol } from './router-paths.ts'
import type { RunCommand } from './run-command.ts'

type Outside = Distribution['outside'][number]

interface Device {
  readonly ifname: string
  readonly address?: string
  readonly flags: readonly string[]
  readonly addr_info: readonly {
    readonly local: string
    readonly prefixlen: number
    readonly scope: string
  }[]
}

interface Route {
  readonly dst: string
}

export interface FloatingOutside {
  /** Makes this host hold exactly the floating IPs that the router has here. */
  ensure(router: RunRouter, namespace: string): Promise<void>
  /** Removes all floating IPs of the router from this host. */
  remove(routerId: string): Promise<void>
}

interface Options {
  readonly run: RunCommand
  readonly namespaces: Namespaces
  /** Creates a veth pair with one end in a namespace; the L2 agent attaches the other end to its bridge. */
  readonly ensureWire: (wire: { name: string; outside: string }, namespace: string) => Promise<void>
  /** Holds one empty file per external network that has a namespace on this host. */
  readonly directory: string
}

const mostTries = 30
const betweenTriesMs = 100

const plain = (address: string): string => address.split('/')[0] ?? ''

/**
 * One namespace per external network with floating IPs on this host. Its one port (`fg-`) holds the floating IPs of all
 * distributed routers. Each address is assigned to that port, so that the kernel answers ARP and announces it; the
 * kernel's local route for it is then removed, so that packets are forwarded to the router instead of being delivered
 * in the namespace.
 */
export const floatingOutside = ({ run, namespaces, ensureWire, directory }: Options): FloatingOutside => {
  const inside = async <Item>(namespace: string, ...command: string[]): Promise<readonly Item[]> => {
    const printed = await run(['ip', '-j', '-n', namespace, ...command])
    return JSON.parse(printed.trim() === '' ? '[]' : printed) as readonly Item[]
  }
  const batch = async (namespace: string, lines: readonly string[]): Promise<void> => {
    if (lines.length > 0) await run(['ip', '-n', namespace, '-batch', '-'], `${lines.join('\n')}\n`)
  }
  const told = (namespace: string, value: string, names: readonly string[]): Promise<string> =>
    namespaces.within(namespace, ['tee', ...names.map((name) => `/proc/sys/net/ipv4/${name}`)], value)

  const begin = async (namespace: string): Promise<void> => {
    await told(namespace, '0', ['conf/all/rp_filter', 'conf/default/rp_filter'])
    // `accept_local`: packets from the namespace's own addresses arrive from the routers that those are forwarded to.
    await told(namespace, '1', ['ip_forward', 'conf/all/arp_notify', 'conf/all/accept_local'])
  }

  const devicesOf = (namespace: string): Promise<readonly Device[]> =>
    inside<Device>(namespace, 'address', 'show')

  /** Ensures the host's gateway port on the external network, with its addresses and default route. */
  const ensurePort = async (namespace: string, { port, nexthops }: Outside): Promise<void> => {
    const name = floatingDevice(port.id)
    const all = await devicesOf(namespace)
    const others = all.filter(({ ifname }) => ifname.startsWith(floatingPrefix) && ifname !== name)
    await batch(
      namespace,
      others.map(({ ifname }) => `link delete dev ${ifname}`),
    )
    const before = all.find(({ ifname }) => ifname === name)
    if (!before) await ensureWire({ name, outside: tapOf(shortId(port.id)) }, namespace)
    if (before?.address !== port.mac) {
      await batch(namespace, [`link set dev ${name} address ${port.mac} mtu ${port.mtu} up`])
      await told(namespace, '1', [`conf/${name}/proxy_arp`])
      await told(namespace, '0', [`neigh/${name}/proxy_delay`])
    }
    const known = new Set((before?.addr_info ?? []).map(({ local }) => local))
    const paths = (await inside<Route>(namespace, '-4', 'route', 'show', 'default')).length
    await batch(namespace, [
      ...port.addresses
        .filter((address) => !address.includes(':') && !known.has(plain(address)))
        .map((address) => `address add ${address} dev ${name}`),
      ...nexthops
        .filter((via) => paths === 0 && !via.includes(':'))
        .map((via) => `route append default via ${via} dev ${name} onlink proto ${ownProtocol}`),
    ])
  }

  /**
   * Waits until the port's other end is attached to a bridge, because announcements of an address sent before are lost.
   * Gives up after three seconds: then there is no neighbour to announce to.
   */
  const wired = async (namespace: string, { id }: Outside['port']): Promise<void> => {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const device = (await devicesOf(namespace)).find(({ ifname }) => ifname === floatingDevice(id))
      if (device?.flags.includes('LOWER_UP')) return
      await pause(betweenTriesMs)
    }
  }

  /** Ensures the veth pair between the router's namespace and this one. */
  const ensureLink = async (router: RunRouter, namespace: string, fip: string, port: Outside['port']) => {
    const [here, there] = [towardsOutside(port.id), towardsRouter(router.id)]
    if (!(await devicesOf(namespace)).some(({ ifname }) => ifname === here))
      await run([
        'ip',
        '-n',
        namespace,
        'link',
        'add',
        'name',
        here,
        'type',
        'veth',
        'peer',
        'name',
        there,
        'netns',
        fip,
      ])
    await batch(namespace, [`link set dev ${here} mtu ${port.mtu} up`])
    await batch(fip, [`link set dev ${there} mtu ${port.mtu} up`])
  }

  /**
   * Assigns the router's floating IPs both in the router's namespace, which does the NAT, and on the gateway port, and
   * routes them to the router.
   */
  const ensureAddresses = async (
    router: RunRouter,
    { namespace, fip }: { readonly namespace: string; readonly fip: string },
    port: Outside['port'],
  ): Promise<void> => {
    const [here, there, holder] = [towardsOutside(port.id), towardsRouter(router.id), floatingDevice(port.id)]
    const wanted = router.floatingIps
      .filter(({ gatewayPortId }) => gatewayPortId === port.id)
      .map(({ address }) => address)
    const heldBy = (devices: readonly Device[], name: string): string[] =>
      (devices.find(({ ifname }) => ifname === name)?.addr_info ?? []).map(({ local }) => local)
    const own = (await inside<Device>(namespace, '-4', 'address', 'show', 'dev', here)).filter(Boolean)
    const [known, held] = [heldBy(own, here), heldBy(await devicesOf(fip), holder)]
    const led = (await inside<Route>(fip, '-4', 'route', 'show', 'dev', there)).map(({ dst }) => dst)
    await batch(namespace, [
      ...known
        .filter((each) => !wanted.includes(each))
        .map((each) => `address delete ${each}/32 dev ${here}`),
      ...wanted.filter((each) => !known.includes(each)).map((each) => `address add ${each}/32 dev ${here}`),
    ])
    const gone = led.filter((each) => !wanted.includes(each))
    const come = wanted.filter((each) => !held.includes(each))
    if (come.length > 0) await wired(fip, port)
    await batch(fip, [
      ...gone.filter((each) => held.includes(each)).map((each) => `address delete ${each}/32 dev ${holder}`),
      ...gone.map((each) => `route delete ${each} dev ${there}`),
      ...wanted
        .filter((each) => !led.includes(each))
        .map((each) => `route append ${each} dev ${there} proto ${ownProtocol}`),
      ...come.map((each) => `address add ${each}/32 dev ${holder}`),
    ])
    const local = (await inside<Route>(fip, 'route', 'show', 'table', 'local', 'dev', holder)).map(
      ({ dst }) => dst,
    )
    await batch(fip, [
      ...wanted
        .filter((each) => local.includes(each))
        .map((each) => `route delete local ${each} dev ${holder} table local`),
      // With `arp_notify`, setting a device's MAC again makes it announce all its addresses.
      ...(come.length > 0 ? [`link set dev ${holder} address ${port.mac}`] : []),
    ])
  }

  /**
   * The directory is created with the first floating IP. Any other error to read it is thrown: the namespaces are
   * unknown then.
   */
  const recorded = async (): Promise<string[]> => (existsSync(directory) ? readdir(directory) : [])

  /** Removes the router's veth pair, and the namespace when no other router uses it. */
  const part = async (routerId: string, networkId: string): Promise<void> => {
    const fip = floatingNamespace(networkId)
    const link = towardsRouter(routerId)
    const devices = await devicesOf(fip).catch((): readonly Device[] => [])
    const wires = devices.filter(({ ifname }) => ifname.startsWith(towardsRouterPrefix))
    if (wires.some(({ ifname }) => ifname === link)) {
      const led = (await inside<Route>(fip, '-4', 'route', 'show', 'dev', link)).map(({ dst }) => dst)
      const held = devices.flatMap(({ ifname, addr_info: all }) =>
        all
          .filter(({ local }) => led.includes(local))
          .map(({ local }) => `address delete ${local}/32 dev ${ifname}`),
      )
      await batch(fip, [...held, `link delete dev ${link}`])
    }
    if (wires.some(({ ifname }) => ifname !== link)) return
    await namespaces.remove(fip)
    await rm(`${directory}/${networkId}`, { force: true })
  }

  return {
    ensure: async (router, namespace) => {
      const outside = router.distributed?.outside ?? []
      for (const each of outside) {
        const fip = floatingNamespace(each.networkId)
        await mkdir(directory, { recursive: true, mode: 0o755 })
        await writeFile(`${directory}/${each.networkId}`, '')
        await namespaces.ensure(fip, begin)
        await ensurePort(fip, each)
        await ensureLink(router, namespace, fip, each.port)
        await ensureAddresses(router, { namespace, fip }, each.port)
      }
      const kept = new Set(outside.map(({ networkId }) => networkId))
      for (const networkId of await recorded()) if (!kept.has(networkId)) await part(router.id, networkId)
    },
    remove: async (routerId) => {
      for (const networkId of await recorded()) await part(routerId, networkId)
    },
  }
}
