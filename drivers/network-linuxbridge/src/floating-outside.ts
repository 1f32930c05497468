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
  /** Has floating addresses of a router held on this host, these and no others. */
  ensure(router: RunRouter, namespace: string): Promise<void>
  /** Has none of it held any more. */
  remove(routerId: string): Promise<void>
}

interface Options {
  readonly run: RunCommand
  readonly namespaces: Namespaces
  /** Makes one end of a wire in a namespace, the other of which the agent of ports wires. */
  readonly ensureWire: (wire: { name: string; outside: string }, namespace: string) => Promise<void>
  /** Where a file for each network outside says that this cloud holds addresses of it here. */
  readonly directory: string
}

const mostTries = 30
const betweenTriesMs = 100

const plain = (address: string): string => address.split('/')[0] ?? ''

/**
 * A namespace for each network outside that floating addresses of this host are of, in which one port of the host holds those of all
 * routers. Each address is on that port, so that the kernel answers neighbours and tells them where it is now, and is led to its
 * router all the same: what says that it is the namespace's own is taken away.
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
    // Addresses that it has come from others: from the routers which they are led to.
    await told(namespace, '1', ['ip_forward', 'conf/all/arp_notify', 'conf/all/accept_local'])
  }

  const devicesOf = (namespace: string): Promise<readonly Device[]> =>
    inside<Device>(namespace, 'address', 'show')

  /** The host's own port, with its own addresses and its way on. */
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
   * Waits until its other end is on a bridge, for whoever is told before of an address does not hear it; a while at most, since then
   * nobody is there who could.
   */
  const wired = async (namespace: string, { id }: Outside['port']): Promise<void> => {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const device = (await devicesOf(namespace)).find(({ ifname }) => ifname === floatingDevice(id))
      if (device?.flags.includes('LOWER_UP')) return
      await pause(betweenTriesMs)
    }
  }

  /** The wire between it and a router. */
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

  /** Its floating addresses: in its own namespace, so that it answers for them, and on the host's port. */
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
      // With `arp_notify` a device that is given its own MAC tells its neighbours where all its addresses are now.
      ...(come.length > 0 ? [`link set dev ${holder} address ${port.mac}`] : []),
    ])
  }

  /** None before the first; a directory that cannot be read says nothing of what is there. */
  const recorded = async (): Promise<string[]> => (existsSync(directory) ? readdir(directory) : [])

  /** Takes a router's wire away, and the namespace with the last of them. */
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
        if (await namespaces.ensure(fip)) await begin(fip)
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
